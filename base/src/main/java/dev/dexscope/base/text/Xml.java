package dev.dexscope.base.text;

/** Text in XML, HTML and SVG. */
public final class Xml {
  private Xml() {}

  /**
   * Escapes text for an element or an attribute in double quotes. What XML 1.0 (section 2.2) does
   * not allow is replaced by U+FFFD. Line feeds and tabs are references: as they stand, a reader
   * makes spaces of them in attributes (section 3.3.3).
   */
  public static String escaped(String text) {
    var escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '<' -> escaped.append("&lt;");
            case '>' -> escaped.append("&gt;");
            case '&' -> escaped.append("&amp;");
            case '"' -> escaped.append("&quot;");
            case '\n' -> escaped.append("&#10;");
            case '\t' -> escaped.append("&#9;");
            default -> escaped.appendCodePoint(isAllowed(c) ? c : 0xfffd);
          }
        });
    return escaped.toString();
  }

  /** Escapes markup in the text of an element, and keeps all else unchanged. */
  public static String markupEscaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static boolean isAllowed(int c) {
    return c >= ' ' && (c < 0xd800 || c >= 0xe000) && c != 0xfffe && c != 0xffff;
  }
}
