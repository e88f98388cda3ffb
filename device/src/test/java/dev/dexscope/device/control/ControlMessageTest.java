package dev.dexscope.device.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireWriter;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

class ControlMessageTest {
  private static Link of(byte[] bytes) {
    return new Link(
        "the other end",
        new ByteArrayInputStream(bytes),
        OutputStream.nullOutputStream(),
        () -> {});
  }

  private static Link ofLength(int length) {
    return of(WireWriter.bigEndian().i4(length).toBytes());
  }

  @Test
  void aMessageIsReadAsItWasWritten() throws IOException {
    ControlMessage named = new ControlMessage.Named("org.test.app");
    assertThat(ControlMessage.read(of(named.toBytes()))).isEqualTo(named);
    assertThat(ControlMessage.read(of(new byte[0]))).isNull();
  }

  @Test
  void observationsAreReadAsTheyWereWritten() throws IOException {
    for (ControlMessage.Observation each : ControlMessage.Observation.values()) {
      var asked = new ControlMessage.Observe(each, "/a b", 1000);
      assertThat(ControlMessage.read(of(asked.toBytes()))).isEqualTo(asked);
    }
    var done = new ControlMessage.Observed("no");
    assertThat(ControlMessage.read(of(done.toBytes()))).isEqualTo(done);
    byte[] fields = WireWriter.bigEndian().u1(13).text("SLEEP").toBytes();
    byte[] unknown = WireWriter.bigEndian().i4(fields.length).bytes(fields).toBytes();
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> ControlMessage.read(of(unknown)))
        .withMessageContaining("unknown observation SLEEP");
  }

  @Test
  void placesAreReadAsTheyWereWritten() throws IOException {
    for (ControlMessage.Place each : ControlMessage.Place.values()) {
      var moved = new ControlMessage.Moved(each);
      assertThat(ControlMessage.read(of(moved.toBytes()))).isEqualTo(moved);
    }
    for (boolean each : new boolean[] {false, true}) {
      var displayed = new ControlMessage.Displayed("org.test/.Main", each, 1_234_567_890L);
      assertThat(ControlMessage.read(of(displayed.toBytes()))).isEqualTo(displayed);
      var shown = new ControlMessage.Shown(each);
      assertThat(ControlMessage.read(of(shown.toBytes()))).isEqualTo(shown);
    }
  }

  @Test
  void lengthsAreLimited() {
    for (int each : new int[] {ControlMessage.MOST_BYTES + 1, Integer.MAX_VALUE, -1}) {
      assertThatExceptionOfType(WireFormatException.class)
          .isThrownBy(() -> ControlMessage.read(ofLength(each)))
          .withMessageContaining("a message of " + (each & 0xffff_ffffL) + " bytes");
    }
    assertThatExceptionOfType(EOFException.class)
        .isThrownBy(() -> ControlMessage.read(ofLength(ControlMessage.MOST_BYTES)));
  }
}
