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
    assertThat(run.isConcluded()).isTrue();
    assertThat(run.of(Kind.STEP)).containsExactly(new AppRun.Event(Kind.STEP, "back", 1, 2));
  }

  @Test
  void aRunThatWasKilledHasItsProcesssExitCode() throws IOException {
    AppRun run = read("STEP\tback\t1\t2\nSTEP\tta", 137);

    assertThat(run.exitCode()).isEqualTo(137);
    assertThat(run.isConcluded()).isFalse();
    assertThat(run.events()).hasSize(1);
    assertThat(AppRun.read(folder.resolve("none"), 1).events()).isEmpty();
  }

  /** Which a WebView is whenever one is made. */
  @Test
  void whatIsAbsentInTheSecondPassDoesNotBeginTheRecordingAnew() throws IOException {
    String before = "PHASE\tframework\t0\t9000\nABSENT\tWebView\t9100\t0\n";
    String recorded = "PHASE\trelaunch\t100\t80\nSTEP\tback\t200\t20\n";
    String again = "ABSENT\tWebView\t110\t0\n";

    AppRun run = read(before + recorded + again, 0);

    assertThat(run.moments()).extracting(AppRun.Event::name).containsExactly("relaunch", "back");
  }

  @Test
  void theTimesToDisplayAreFromTheRecordedStartToAFramesEnd() throws IOException {
    String before = "PHASE\tframework\t0\t9000\nFRAME\tA 1 1 1 1\t9100\t100\n";
    String start = "FRAME\tA 1 1 1 1\t130\t20\nPHASE\trelaunch\t100\t80\n";
    String later = "FULLY_DRAWN\tA\t205\t0\nFRAME\tA 1 1 1 1\t200\t20\nFRAME\tA 1 1 1 1\t230\t20\n";

    AppRun run = read(before + start + later, 0);

    assertThat(run.timeToInitialDisplay()).hasValue(50);
    assertThat(run.timeToFullDisplay()).as("the frame that contains it").hasValue(120);
    assertThat(read(before + start, 0).timeToFullDisplay()).isEmpty();
    assertThat(read(before, 0).timeToInitialDisplay()).isEmpty();
  }
}
