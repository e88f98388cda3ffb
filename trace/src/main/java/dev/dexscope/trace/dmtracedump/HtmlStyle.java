package dev.dexscope.trace.dmtracedump;

import dev.dexscope.base.text.Xml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A report for a browser.
 *
 * @param sortable the address in front of {@code sortable.js}
 */
record HtmlStyle(String sortable) implements Style {
  private static final String BLANK = "&nbsp;";

  private static final String LINKS =
      """
      <hr>
      <a href="#contents">[Top]</a>
      <a href="#exclusive">[Exclusive]</a>
      <a href="#inclusive">[Inclusive]</a>
      <a href="#class">[Class]</a>
      <a href="#method">[Method]</a>
      <br><br>
      """;

  private static final String CONTENTS =
      """
      <a name="contents"></a>
      <h2>Table of Contents</h2>
      <ul>
        <li><a href="#exclusive">Exclusive profile</a></li>
        <li><a href="#inclusive">Inclusive profile</a></li>
        <li><a href="#class">Class/method profile</a></li>
        <li><a href="#method">Method/class profile</a></li>
      </ul>

      """;

  /** The page up to its body. */
  String head() {
    try (InputStream in = HtmlStyle.class.getResourceAsStream("head.html")) {
      if (in == null) {
        throw new IllegalStateException("head.html is missing from this build");
      }
      String head = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      return head.replace("@SORTABLE@", sortable) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String begin() {
    return head() + CONTENTS;
  }

  @Override
  public String end() {
    return "\n</body>\n</html>\n";
  }

  @Override
  public String section(String name) {
    return "<a name=\"" + name + "\"></a>\n" + LINKS;
  }

  @Override
  public String gap() {
    return "<br><br>\n";
  }

  @Override
  public String listBegin() {
    return "<pre>\n";
  }

  @Override
  public String listEnd() {
    return "</pre>\n";
  }

  @Override
  public String anchor(int index) {
    return "<a name=\"m" + index + "\"></a>";
  }

  @Override
  public String reference(int index) {
    return "<a href=\"#m" + index + "\">[" + index + "]</a>";
  }

  @Override
  public String text(String text) {
    return Xml.markupEscaped(text);
  }

  @Override
  public String groupHeads(String kind) {
    return "<div class=\"header\"><span class=\"parent\">&nbsp;</span>"
        + "&nbsp;&nbsp;&nbsp;Cycles %/total Cumul.% &nbsp;Calls+Recur&nbsp; "
        + kind
        + "</div>\n";
  }

  @Override
  public String groupBegin(String id, String[] columns, String name) {
    return "<div class=\"link\" onClick=\"javascript:toggle('%1$s')\"".formatted(id)
        + " onMouseOver=\"javascript:onMouseOver(this)\""
        + " onMouseOut=\"javascript:onMouseOut(this)\">"
        + "<span class=\"parent\" id=\"x%s\">+</span>".formatted(id)
        + hard(columns[0])
        + " "
        + hard(columns[1])
        + " "
        + hard(columns[2])
        + " "
        + hard(columns[3])
        + " "
        + name
        + "</div>\n<div class=\"parent\" id=\"%s\">\n".formatted(id);
  }

  @Override
  public String member(String columns, int index, String name, String signature) {
    return "<div class=\"leaf\"><span class=\"leaf\">&nbsp;</span>"
        + hard(columns)
        + BLANK
        + reference(index)
        + BLANK
        + name
        + BLANK
        + signature
        + "</div>\n";
  }

  @Override
  public String groupEnd() {
    return "</div>\n";
  }

  /** A browser keeps blanks that cannot break. */
  private static String hard(String columns) {
    return columns.replace(" ", BLANK);
  }
}
