package dev.dexscope.device.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Any script from adb is read or refused. */
class ScriptFuzzTest {
  @FuzzTest(maxDuration = "30m")
  void anyScript(byte[] bytes) {
    String script = new String(bytes, StandardCharsets.UTF_8);
    try {
      assertThat(new Parser(new Source(script)).all()).isNotNull();
    } catch (SyntaxException e) {
      assertThat(e).hasMessageStartingWith("syntax error: ");
    }
  }
}
