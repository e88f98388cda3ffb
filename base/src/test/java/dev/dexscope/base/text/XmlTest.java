package dev.dexscope.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class XmlTest {
  @Test
  void markupAndWhatXmlDoesNotAllow() {
    assertThat(Xml.escaped("<init> & \"x\"\n\t\r\0\ud800\uffff\ud83d\ude00"))
        .isEqualTo("&lt;init&gt; &amp; &quot;x&quot;&#10;&#9;\ufffd\ufffd\ufffd\ufffd\ud83d\ude00");
  }

  @Test
  void markupAloneIsEscapedWhereAllElseStays() {
    assertThat(Xml.markupEscaped("<init> & \"x\"\n")).isEqualTo("&lt;init&gt; &amp; \"x\"\n");
  }

  @Property
  void nothingEndsTheTextAndNothingIsLost(@ForAll String text) {
    String escaped = Xml.escaped(text);

    assertThat(escaped).doesNotContainPattern("[<>\"\\x00-\\x1f]|&(?!(lt|gt|amp|quot|#10|#9);)");
    String back =
        escaped
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#10;", "\n")
            .replace("&#9;", "\t")
            .replace("&amp;", "&");
    assertThat(back.codePointCount(0, back.length())).isEqualTo((int) text.codePoints().count());
    assertThat(back.replace("\ufffd", ""))
        .isEqualTo(text.replaceAll("[\\x00-\\x08\\x0b-\\x1f\ufffd-\uffff\\x{d800}-\\x{dfff}]", ""));
  }
}
