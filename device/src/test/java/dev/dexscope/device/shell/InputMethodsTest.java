package dev.dexscope.device.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputMethodsTest {
  @TempDir Path folder;

  private TestShell.Result run(String line) throws IOException {
    return TestShell.run(folder, line);
  }

  @Test
  void theKeyboardThatAppsFindIsEnabledAndChosen() throws IOException {
    String id = run("ime list -s").out().strip();
    assertThat(id).contains("/");
    assertThat(run("ime list -s -a").out().strip()).isEqualTo(id);
    assertThat(run("settings get secure default_input_method").out().strip()).isEqualTo(id);
    assertThat(run("ime set " + id).out())
        .isEqualTo("Input method " + id + " selected for user #0\n");
    assertThat(run("ime enable " + id).out())
        .isEqualTo("Input method " + id + ": already enabled for user #0\n");
  }

  @Test
  void aKeyboardThatIsDisabledCannotBeChosenUntilTheReset() throws IOException {
    String id = run("ime list -s").out().strip();
    assertThat(
            run("ime disable "
                    + id
                    + "; ime list -s; ime list -a -s; ime set "
                    + id
                    + "; ime reset")
                .out())
        .isEqualTo(
            "Input method "
                + id
                + ": now disabled for user #0\n"
                + id
                + "\nReset current and enabled IMEs for user #0\n");
    assertThat(run("ime set " + id).exit()).isZero();
  }

  @Test
  void unknownKeyboardsAreRefused() throws IOException {
    for (String verb : new String[] {"set", "enable", "disable"}) {
      TestShell.Result result = run("ime " + verb + " none/.Keyboard");
      assertThat(result.exit()).isOne();
      assertThat(result.err()).contains("Unknown input method none/.Keyboard cannot be");
    }
  }

  @Test
  void clientsThatLookForBrowsersFindNoSocket() throws IOException {
    assertThat(run("cat /proc/net/unix").out()).matches("Num .* Path\n");
  }
}
