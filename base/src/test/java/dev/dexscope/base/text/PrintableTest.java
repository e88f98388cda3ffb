package dev.dexscope.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void whatSteersATerminalIsWrittenAsItsNumber() {
    assertThat(Printable.of("main\33[2J\n")).isEqualTo("main\\u001b[2J\\u000a");
    assertThat(Printable.of("a\u009bb\u202ec\u2028d\u007f"))
        .isEqualTo("a\\u009bb\\u202ec\\u2028d\\u007f");
  }

  @Test
  void plainTextsStayTheSameObjects() {
    String text = "grün 漢字 😀 ~ <b>";
    assertThat(Printable.of(text)).isSameAs(text);
    assertThat(Printable.of("")).isEmpty();
  }
}
