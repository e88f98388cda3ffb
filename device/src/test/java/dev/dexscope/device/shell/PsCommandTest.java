package dev.dexscope.device.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of a device without apps: it is its own only process. */
class PsCommandTest {
  private static final long OWN = ProcessHandle.current().pid();

  @TempDir Path folder;

  private TestShell.Result run(String line) throws IOException {
    return TestShell.run(folder, line);
  }

  @Test
  void theColumnsAreThoseOfAndroid() throws IOException {
    String[] lines = run("ps -A").out().split("\n");
    assertThat(lines[0].split(" +"))
        .containsExactly("USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME");
    assertThat(lines[1]).matches("root +" + OWN + " +1 +\\d+ +\\d+ 0 +0 S adbd");
  }

  @ParameterizedTest
  @CsvSource({
    "'ps -o PID,NAME', '  PID NAME\n%5d adbd\n'",
    "'ps -A -o name -o ppid', 'NAME             PPID\nadbd                1\n'",
    "'service check activity', 'Service activity: found\n'",
    "'service check nothing', 'Service nothing: not found\n'",
  })
  void columnsCanBeSelected(String line, String expected) throws IOException {
    assertThat(run(line).out()).isEqualTo(expected.replace("\\n", "\n").formatted(OWN));
  }

  @Test
  void processesCanBeSelected() throws IOException {
    assertThat(run("ps -p " + OWN).out()).endsWith("adbd\n");
    assertThat(run("ps -p 1").exit()).isOne();
    assertThat(run("ps -o WHAT").err()).contains("bad -o WHAT");
    assertThat(run("ps -q").exit()).isOne();
  }

  @Test
  void topPrintsOnce() throws IOException {
    assertThat(run("top -b -n 1").out())
        .startsWith("Tasks: 1 total,")
        .containsPattern("\n +PID USER +PR  NI +VIRT +RES S +TIME\\+ ARGS\n")
        .endsWith("adbd\n");
  }
}
