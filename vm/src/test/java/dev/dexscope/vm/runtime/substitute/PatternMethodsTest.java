package dev.dexscope.vm.runtime.substitute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answers are those of Android 11's runtime, whose expressions are ICU's. */
class PatternMethodsTest {
  @ParameterizedTest
  @CsvSource({
    "\\w, \u00e9, true",
    "\\d, \u0663, true",
    "\\s, '\u2003', true",
    "\\s, '\u0085', true",
    "[^\\w], \u00e9, false",
    "\\p{Alpha}, \u00e9, true",
    "\\P{Alpha}, \u00e9, false",
    "\\p{Punct}, $, false",
    "\\w, \u0301, true",
    "\\w, \u203f, true",
    "(?i)\u00c9, \u00e9, true",
    "(?i)s, \u017f, true"
  })
  void kindsOfCharactersAreOfUnicode(String regex, String text, boolean isMatched) {
    assertThat(PatternMethods.matches(regex, text)).isEqualTo(isMatched);
    assertThat(StringMethods.matches(text, regex)).isEqualTo(isMatched);
  }

  @Test
  void boundariesAreOfUnicode() {
    assertThat(StringMethods.split("M\u00fcller und \u00d6l", "\\b"))
        .containsExactly("M\u00fcller", " ", "und", " ", "\u00d6l");
    assertThat(PatternMethods.compile("\\bfoo\\b").matcher("\u00e9foo").find()).isFalse();
    assertThat(PatternMethods.compile("\\Bb").matcher("\u00e9b").find()).isTrue();
    assertThat(StringMethods.replaceAll("a\u00e9 b", "\\W", "-")).isEqualTo("a\u00e9-b");
    assertThat(StringMethods.replaceFirst("a\u0663b", "\\D", "-")).isEqualTo("-\u0663b");
  }

  @Test
  void flagsAreThoseOfTheProgram() {
    assertThat(PatternMethods.flags(PatternMethods.compile("\\w"))).isZero();
    assertThat(PatternMethods.flags(PatternMethods.compile("x", Pattern.CASE_INSENSITIVE)))
        .isEqualTo(Pattern.CASE_INSENSITIVE);
  }

  @ParameterizedTest
  @CsvSource({"'a.b|c+', 0, false", "'\\.', 0, false", "'\\\\w', 0, false", "'\\w', 16, false"})
  void othersRemainAsFastAsTheyAre(String regex, int flags, boolean isUnicode) {
    assertThat(PatternMethods.isOfKinds(regex, flags)).isEqualTo(isUnicode);
    assertThat(PatternMethods.isOfKinds("\\\\\\w", 0)).isTrue();
  }
}
