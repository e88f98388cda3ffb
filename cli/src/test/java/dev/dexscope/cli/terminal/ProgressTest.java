package dev.dexscope.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void drawsAShareAndWipesItAtTheEnd() {
    try (var progress = new Progress(terminal(true), "reading a.trace", 200, 0)) {
      progress.at(50);
    }

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("\rreading a.trace  25%\033[K\r\033[K");
  }

  @Test
  void drawsNothingWhenNobodyWatches() {
    try (var progress = new Progress(terminal(false), "reading a.trace", 200, 0)) {
      progress.at(50);
    }

    assertThat(err.size()).isZero();
  }

  @Test
  void drawsNothingBeforeItsDelay() {
    try (var progress = new Progress(terminal(true), "reading a.trace", 200, Long.MAX_VALUE / 2)) {
      progress.at(50);
    }

    assertThat(err.size()).isZero();
  }

  private Terminal terminal(boolean interactive) {
    return new Terminal(
        OutputStream.nullOutputStream(),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        interactive,
        false,
        0,
        0);
  }
}
