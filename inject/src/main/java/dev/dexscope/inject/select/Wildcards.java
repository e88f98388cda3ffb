package dev.dexscope.inject.select;

import java.util.regex.Pattern;

/** Text in which one character matches any text. */
final class Wildcards {
  private Wildcards() {}

  /** A pattern; what may follow the text, as a regular expression. */
  static Pattern compile(String text, char wildcard, String suffix) {
    var regex = new StringBuilder();
    int from = 0;
    for (int at = text.indexOf(wildcard); at >= 0; at = text.indexOf(wildcard, from)) {
      quote(text.substring(from, at), regex);
      // Two in a row mean no more than one, and cost a lot.
      if (!regex.toString().endsWith(".*")) {
        regex.append(".*");
      }
      from = at + 1;
    }
    quote(text.substring(from), regex);
    return Pattern.compile(regex + suffix, Pattern.DOTALL);
  }

  private static void quote(String text, StringBuilder regex) {
    if (!text.isEmpty()) {
      regex.append(Pattern.quote(text));
    }
  }
}
