package dev.dexscope.web.serve;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The Content-Disposition of a form's part (RFC 7578, section 4.2).
 *
 * @param name the field's
 * @param fileName the file's; empty if the part is not a file
 */
record Disposition(String name, String fileName) {
  static final Disposition NONE = new Disposition("", "");

  /** Reads the value of the header; what it lacks is empty. */
  static Disposition parse(String value) {
    String encoded = parameter(value, "filename*");
    String file = encoded.isEmpty() ? "" : decoded(encoded);
    return new Disposition(
        parameter(value, "name"), file.isEmpty() ? parameter(value, "filename") : file);
  }

  /**
   * A parameter of a header's value, {@code form-data; name="file"}; empty when it is not there.
   */
  static String parameter(String value, String name) {
    int at = end(value, 0);
    while (at < value.length()) {
      int equals = value.indexOf('=', at);
      if (equals < 0) {
        return "";
      }
      int next = end(value, equals + 1);
      String found = value.substring(at + 1, equals).strip().toLowerCase(Locale.ROOT);
      if (found.equals(name)) {
        return unquoted(value.substring(equals + 1, next).strip());
      }
      at = next;
    }
    return "";
  }

  /** Returns where the next semicolon stands that is in no quotes. */
  private static int end(String value, int from) {
    boolean isQuoted = false;
    for (int i = from; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && isQuoted) {
        i++;
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (c == ';' && !isQuoted) {
        return i;
      }
    }
    return value.length();
  }

  /** curl puts a backslash before quotes, browsers write them as %22. */
  private static String unquoted(String text) {
    if (text.length() < 2 || !text.startsWith("\"") || !text.endsWith("\"")) {
      return text;
    }
    var plain = new StringBuilder();
    for (int i = 1; i < text.length() - 1; i++) {
      char c = text.charAt(i);
      boolean isEscape =
          c == '\\' && i + 2 < text.length() && "\"\\".indexOf(text.charAt(i + 1)) >= 0;
      plain.append(isEscape ? text.charAt(++i) : c);
    }
    return plain.toString().replace("%22", "\"");
  }

  /** RFC 8187: {@code UTF-8''na%C3%AFve}; empty for another form. */
  private static String decoded(String text) {
    int quote = text.indexOf('\'');
    int second = text.indexOf('\'', quote + 1);
    if (quote < 0 || second < 0 || !text.substring(0, quote).equalsIgnoreCase("utf-8")) {
      return "";
    }
    var bytes = new ByteArrayOutputStream();
    for (int i = second + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '%') {
        bytes.write(c);
      } else if (i + 2 < text.length()
          && HexFormat.isHexDigit(text.charAt(i + 1))
          && HexFormat.isHexDigit(text.charAt(i + 2))) {
        bytes.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
        i += 2;
      } else {
        return "";
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
