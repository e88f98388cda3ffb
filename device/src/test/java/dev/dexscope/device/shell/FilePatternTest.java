package dev.dexscope.device.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilePatternTest {
  @ParameterizedTest
  @CsvSource({
    "*, a.txt, true",
    "*\\.\\t\\x\\t, a.txt, true",
    "*\\b, ab, true",
    "*\\b, aba, false",
    "?\\b, ab, true",
    "?, ab, false",
    "*\\a*\\b*, xaxbx, true",
    "*\\a*\\b*, xbxax, false",
    "\\*, a, false",
    "\\*, '*', true",
    "*, .hidden, false",
    "\\.*, .hidden, true",
    "'', a, false",
  })
  void aNameIsOfAPattern(String pattern, String name, boolean isOf) {
    assertThat(FilePattern.matches(pattern, name)).isEqualTo(isOf);
  }

  /** Backtracking would not end here. */
  @Test
  void manyStarsTakeNoTime() {
    String stars = "*\\a".repeat(200) + "\\b";
    assertThat(FilePattern.matches(stars, "a".repeat(10_000))).isFalse();
  }
}
