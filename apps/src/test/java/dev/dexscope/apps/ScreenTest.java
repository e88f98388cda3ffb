package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScreenTest {
  @TempDir private Path folder;

  @Test
  void stepsOfTheRecordingHavePictures() throws IOException {
    Files.writeString(
        folder.resolve("events.tsv"),
        """
        STEP\ttap:id/warmup\t9000\t100
        PHASE\trelaunch\t0\t400
        STEP\ttap:id/list\t500\t100
        STEP\tback\t700\t50
        STEP\tswipe:up\t800\t50
        nonsense
        UNKNOWN\ta kind of later\t1\t1
        """);
    Path screens = Files.createDirectory(folder.resolve("screens"));
    for (int i : new int[] {0, 1, 3}) {
      Files.writeString(screens.resolve("step-" + i + ".png"), "");
    }

    assertThat(Screen.of(folder))
        .containsExactly(
            new Screen("relaunch", 0, 400, screens.resolve("step-0.png")),
            new Screen("tap:id/list", 500, 100, screens.resolve("step-1.png")),
            new Screen("swipe:up", 800, 50, screens.resolve("step-3.png")));
  }

  @Test
  void anotherFolderHasNone() throws IOException {
    assertThat(Screen.of(folder)).isEmpty();
  }
}
