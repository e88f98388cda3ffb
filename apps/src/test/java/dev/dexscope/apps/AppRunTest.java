package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apps.AppRun.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppRunTest {
  @TempDir Path folder;

  private AppRun read(String text, int exitCode) throws IOException {
    return AppRun.read(Files.writeString(folder.resolve("events.tsv"), text), exitCode);
  }

  @Test
  void aRunThatCameToItsEndSaysHow() throws IOException {
    AppRun run = read("STEP\tback\t1\t2\nFIGURE\texit code\t0\t2\n", 1);

    assertThat(run.exitCode()).as("not that of a process that failed afterwards").isEqualTo(2);
    assertThat(run.of(Kind.STEP)).containsExactly(new AppRun.Event(Kind.STEP, "back", 1, 2));
  }

  @Test
  void aRunThatWasKilledHasItsProcesssExitCode() throws IOException {
    AppRun run = read("STEP\tback\t1\t2\nSTEP\tta", 137);

    assertThat(run.exitCode()).isEqualTo(137);
    assertThat(run.events()).hasSize(1);
    assertThat(AppRun.read(folder.resolve("none"), 1).events()).isEmpty();
  }
}
