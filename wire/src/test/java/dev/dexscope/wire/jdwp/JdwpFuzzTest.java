package dev.dexscope.wire.jdwp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Pipes;
import dev.dexscope.wire.WireFormatException;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Whatever the bytes: packets whose fields can be written again, or a {@link WireFormatException}.
 */
class JdwpFuzzTest {
  @FuzzTest(maxDuration = "30m")
  void anyBytes(byte[] bytes) throws IOException {
    Link link = Pipes.of(bytes);
    try {
      @Nullable JdwpPacket packet;
      while ((packet = JdwpPacket.read(link, JdwpConnection.Limits.DEFAULT.withPacket(1 << 20)))
          != null) {
        assertThat(JdwpPacket.of("again", packet.toBytes()).toBytes()).isEqualTo(packet.toBytes());
        switch (packet) {
          case JdwpPacket.Command command ->
              JdwpCommand.of(command.set(), command.command())
                  .ifPresent(each -> check(each.request(), command.data()));
          // It does not contain the command that it answers, so its id selects one.
          case JdwpPacket.Reply reply ->
              JdwpCommand.of(reply.id() >> 8 & 0xff, reply.id() & 0xff)
                  .ifPresent(each -> check(each.reply(), reply.data()));
        }
      }
    } catch (WireFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    } catch (EOFException e) {
      assertThat(e).hasMessageContaining("ended");
    }
  }

  private static void check(Layout layout, byte[] data) {
    IdSizes sizes = data.length % 2 == 0 ? IdSizes.EIGHT : IdSizes.DALVIK;
    Fields fields = layout.read("fuzz", data, sizes);
    byte[] written = layout.write(fields, sizes);
    assertThat(layout.read("again", written, sizes)).isEqualTo(fields);
    assertThat(layout.rewrite(fields, (_, id) -> id)).isEqualTo(fields);
  }
}
