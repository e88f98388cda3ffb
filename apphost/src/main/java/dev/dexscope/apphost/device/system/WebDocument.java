package dev.dexscope.apphost.device.system;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What of a page of HTML is there without a browser: its title, and its text with paragraphs,
 * headings, lists and emphasis, of which the framework makes styled text.
 *
 * @param title as it is shown
 * @param body the part of the page that has text, as HTML without scripts and styles
 */
record WebDocument(String title, String body) {
  static final WebDocument EMPTY = new WebDocument("", "");

  private static final Pattern UNSEEN =
      Pattern.compile("(?is)<!--.*?-->|<(script|style|head|template|svg)\\b[^>]*>.*?</\\1\\s*>");

  private static final Pattern TITLE = Pattern.compile("(?is)<title\\b[^>]*>(.*?)</title\\s*>");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  /** Reads a page. */
  static WebDocument of(String html) {
    Matcher title = TITLE.matcher(html);
    String words = title.find() ? title.group(1).replace("&amp;", "&") : "";
    // A page without a script has what is for such browsers.
    String seen = html.replaceAll("(?i)</?noscript\\b[^>]*>", "");
    return new WebDocument(
        SPACE.matcher(words).replaceAll(" ").strip(), UNSEEN.matcher(seen).replaceAll(""));
  }

  /** Reads plain text. */
  static WebDocument ofText(String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>");
    return new WebDocument("", escaped);
  }
}
