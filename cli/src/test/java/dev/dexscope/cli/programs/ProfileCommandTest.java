package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileCommandTest {
  @ParameterizedTest
  @CsvSource({
    "--processes, 0",
    "--processes, -1",
    "--runs, 0",
  })
  void numbersThatMeanNothingAreRefused(String option, String value) {
    Run run = Run.of("profile", option, value, "a.jar");

    assertThat(run.err()).startsWith("dexscope: " + option + " " + value + "; use 1 or more");
    assertThat(run.exit()).isEqualTo(2);
  }
}
