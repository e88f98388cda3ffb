package dev.dexscope.device.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
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
  void aNameIsOfAPattern(String pattern, String name, boolean isOf) throws IOException {
    assertThat(new Glob(pattern).matchesFile(name)).isEqualTo(isOf);
  }

  /** Backtracking would not end here. */
  @Test
  void manyStarsTakeNoTime() throws IOException {
    String stars = "*\\a".repeat(200) + "\\b";
    assertThat(new Glob(stars).matches("a".repeat(10_000))).isFalse();
  }
}
