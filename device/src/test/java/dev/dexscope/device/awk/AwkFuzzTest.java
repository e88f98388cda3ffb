package dev.dexscope.device.awk;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Any text is a program, or an AwkException with its reason. */
class AwkFuzzTest {
  @FuzzTest(maxDuration = "30m")
  void anyText(byte[] text) {
    try {
      assertThat(Program.parse(new String(text, StandardCharsets.UTF_8))).isNotNull();
    } catch (AwkException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }
}
