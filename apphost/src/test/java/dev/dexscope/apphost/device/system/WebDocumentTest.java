package dev.dexscope.apphost.device.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WebDocumentTest {
  @Test
  void aPageHasATitleAndTextWithoutScriptsAndStyles() {
    WebDocument page =
        WebDocument.of(
            """
            <!DOCTYPE html><html><head><title>
             Birds &amp; Co </title><style>p { color: red }</style></head>
            <body><!-- <p>old --><script>document.write("<p>x</p>")</script><noscript>No script</noscript>
            <h1>Wren</h1><svg><text>drawn</text></svg></body></html>
            """);

    assertThat(page.title()).isEqualTo("Birds & Co");
    assertThat(page.body())
        .contains("<h1>Wren</h1>", "No script")
        .doesNotContain("color", "old", "write", "drawn", "Birds");
  }

  @Test
  void textIsNoMarkup() {
    assertThat(WebDocument.ofText("a < b\nc").body()).isEqualTo("a &lt; b<br>c");
  }

  /** A tag without an end is no reason to wait. */
  @Test
  void whatDoesNotEndStays() {
    assertThat(WebDocument.of("<script>" + "<".repeat(100_000)).body()).startsWith("<script>");
  }
}
