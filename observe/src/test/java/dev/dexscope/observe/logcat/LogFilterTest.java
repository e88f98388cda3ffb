package dev.dexscope.observe.logcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogFilterTest {
  @ParameterizedTest
  @CsvSource({
    "'',          2, true",
    "*:e,         5, false",
    "*:e,         6, true",
    "*:S,         7, false",
    "Tag:d *:e,   3, true",
    "Tag:d *:e,   2, false",
    "Other:s,     2, true",
    "nonsense *:, 2, true",
    "'  *:W Tag:V ', 2, true"
  })
  void showsWhatLogcatShows(String filter, int priority, boolean shown) {
    var entry = new LogEntry(Instant.EPOCH, 0, priority, 1, 1, "Tag", "text");

    assertThat(LogFilter.parse(filter).shows(entry)).isEqualTo(shown);
  }
}
