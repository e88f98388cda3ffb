package dev.dexscope.wire.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.wire.WireFormatException;
import java.io.IOException;

/** For any bytes: lines, or a {@link WireFormatException} after some. */
class RecordingFuzzTest {
  @FuzzTest(maxDuration = "30m")
  void anyBytes(byte[] bytes) throws IOException {
    StringBuilder lines = new StringBuilder();
    try {
      new WirePrinter(lines).print(RecordingTest.reader(bytes));
    } catch (WireFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    }
    assertThat(lines.chars().filter(c -> c != '\n')).noneMatch(Character::isISOControl);
  }
}
