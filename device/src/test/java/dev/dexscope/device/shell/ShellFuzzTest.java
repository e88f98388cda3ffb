package dev.dexscope.device.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.device.control.ControlMessage;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Any message from a process is read or refused. */
class ShellFuzzTest {
  @FuzzTest(maxDuration = "30m")
  void anyMessage(byte[] bytes) throws IOException {
    try {
      ControlMessage message = ControlMessage.read(link(bytes));
      if (message != null) {
        byte[] again = message.toBytes();
        ControlMessage same = ControlMessage.read(link(again));
        assertThat(same).isNotNull();
        assertThat(Arrays.equals(same == null ? null : same.toBytes(), again)).isTrue();
      }
    } catch (WireFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    } catch (EOFException e) {
      assertThat(e).hasMessageContaining("ended");
    }
  }

  private static Link link(byte[] bytes) {
    return new Link(
        "fuzz", new ByteArrayInputStream(bytes), OutputStream.nullOutputStream(), () -> {});
  }
}
