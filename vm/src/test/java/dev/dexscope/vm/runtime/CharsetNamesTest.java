package dev.dexscope.vm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names of charsets in programs, as in genuine ART. */
class CharsetNamesTest {
  @ParameterizedTest
  @CsvSource({
    "UTF_8, UTF-8",
    "utf 8, UTF-8",
    "UTF/8, UTF-8",
    "Utf-08, UTF-8",
    "UTF__8, UTF-8",
    "ISO8859_1, ISO-8859-1",
    "US_ASCII, US-ASCII",
    "windows_1252, windows-1252",
    "latin-1, ISO-8859-1",
  })
  void namesAreComparedAsIcuDoes(String name, String charset) {
    assertThat(Charset.forName(name).name()).isEqualTo(charset);
  }

  @ParameterizedTest
  @CsvSource({"x-no", "UTF_80", "UTF8_1"})
  void otherNamesStayUnknown(String name) {
    assertThat(Charset.isSupported(name)).isFalse();
  }
}
