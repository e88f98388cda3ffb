package org.json;

/**
 * Reads JSON text, and what looks like it: names and strings in single or no quotes, comments,
 * {@code =} or {@code =>} behind names, {@code ;} between values, missing values as nulls, octal
 * and hexadecimal numbers.
 */
public class JSONTokener {
  private static final int END = -1;
  private static final String ENDS_LITERAL = "{}[]/\\:,=;# \t\f";

  private final String in;
  private int pos;

  public JSONTokener(String in) {
    this.in = in != null && in.startsWith("\ufeff") ? in.substring(1) : in;
  }

  /** Reads a value: an object, an array, a string, a number, a boolean or NULL. */
  public Object nextValue() throws JSONException {
    int c = nextCleanOrEnd();
    return switch (c) {
      case END -> throw syntaxError("End of input");
      case '{' -> readObject();
      case '[' -> readArray();
      case '\'', '"' -> nextString((char) c);
      default -> {
        pos--;
        yield readLiteral();
      }
    };
  }

  private int nextCleanOrEnd() throws JSONException {
    while (pos < in.length()) {
      char c = in.charAt(pos++);
      switch (c) {
        case ' ', '\t', '\n', '\r' -> {}
        case '#' -> skipLine();
        case '/' -> {
          if (in.startsWith("*", pos)) {
            int end = in.indexOf("*/", pos + 1);
            if (end < 0) {
              pos++;
              throw syntaxError("Unterminated comment");
            }
            pos = end + 2;
          } else if (in.startsWith("/", pos)) {
            pos++;
            skipLine();
          } else {
            return c;
          }
        }
        default -> {
          return c;
        }
      }
    }
    return END;
  }

  private void skipLine() {
    while (pos < in.length()) {
      char c = in.charAt(pos++);
      if (c == '\r' || c == '\n') {
        return;
      }
    }
  }

  /** Reads up to the quote, and past it. */
  public String nextString(char quote) throws JSONException {
    var text = new StringBuilder();
    while (pos < in.length()) {
      char c = in.charAt(pos++);
      if (c == quote) {
        return text.toString();
      }
      if (c == '\\') {
        if (pos == in.length()) {
          throw syntaxError("Unterminated escape sequence");
        }
        c = escaped();
      }
      text.append(c);
    }
    throw syntaxError("Unterminated string");
  }

  private char escaped() throws JSONException {
    char c = in.charAt(pos++);
    return switch (c) {
      case 'u' -> unicode();
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'f' -> '\f';
      default -> c;
    };
  }

  private char unicode() throws JSONException {
    if (pos + 4 > in.length()) {
      throw syntaxError("Unterminated escape sequence");
    }
    String hex = in.substring(pos, pos + 4);
    pos += 4;
    try {
      return (char) Integer.parseInt(hex, 16);
    } catch (NumberFormatException e) {
      throw syntaxError("Invalid escape sequence: " + hex);
    }
  }

  private Object readLiteral() throws JSONException {
    String literal = upTo(ENDS_LITERAL);
    if (literal.isEmpty()) {
      throw syntaxError("Expected literal value");
    }
    if (literal.equalsIgnoreCase("null")) {
      return JSONObject.NULL;
    }
    Boolean truth = Coercion.toBoolean(literal);
    if (truth != null) {
      return truth;
    }
    Number number = literal.indexOf('.') < 0 ? whole(literal) : null;
    if (number == null) {
      number = Coercion.toNumber(literal);
    }
    return number == null ? literal : number;
  }

  private static Number whole(String literal) {
    int radix = 10;
    String digits = literal;
    if (literal.startsWith("0x") || literal.startsWith("0X")) {
      radix = 16;
      digits = literal.substring(2);
    } else if (literal.startsWith("0") && literal.length() > 1) {
      radix = 8;
      digits = literal.substring(1);
    }
    try {
      long value = Long.parseLong(digits, radix);
      if (value == (int) value) {
        return (int) value;
      }
      return value;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private String upTo(String excluded) {
    int start = pos;
    while (pos < in.length()) {
      char c = in.charAt(pos);
      if (c == '\r' || c == '\n' || excluded.indexOf(c) >= 0) {
        break;
      }
      pos++;
    }
    return in.substring(start, pos);
  }

  private JSONObject readObject() throws JSONException {
    var result = new JSONObject();
    int first = nextCleanOrEnd();
    if (first == '}') {
      return result;
    }
    if (first != END) {
      pos--;
    }
    while (true) {
      String name = readName();
      int separator = nextCleanOrEnd();
      if (separator != ':' && separator != '=') {
        throw syntaxError("Expected ':' after " + name);
      }
      if (in.startsWith(">", pos)) {
        pos++;
      }
      result.put(name, nextValue());
      switch (nextCleanOrEnd()) {
        case '}' -> {
          return result;
        }
        case ';', ',' -> {}
        default -> throw syntaxError("Unterminated object");
      }
    }
  }

  private String readName() throws JSONException {
    Object name = nextValue();
    if (name instanceof String text) {
      return text;
    }
    throw syntaxError(
        "Names must be strings, but " + name + " is of type " + name.getClass().getName());
  }

  private JSONArray readArray() throws JSONException {
    var result = new JSONArray();
    boolean separated = false;
    while (true) {
      switch (nextCleanOrEnd()) {
        case END -> throw syntaxError("Unterminated array");
        case ']' -> {
          if (separated) {
            result.put((Object) null);
          }
          return result;
        }
        case ',', ';' -> {
          result.put((Object) null);
          separated = true;
          continue;
        }
        default -> pos--;
      }
      result.put(nextValue());
      switch (nextCleanOrEnd()) {
        case ']' -> {
          return result;
        }
        case ',', ';' -> separated = true;
        default -> throw syntaxError("Unterminated array");
      }
    }
  }

  /** An exception that tells the place. */
  public JSONException syntaxError(String message) {
    return new JSONException(message + this);
  }

  @Override
  public String toString() {
    return " at character " + pos + " of " + in;
  }

  public boolean more() {
    return pos < in.length();
  }

  /** The next character, 0 at the end. */
  public char next() {
    return more() ? in.charAt(pos++) : '\0';
  }

  public char next(char c) throws JSONException {
    char result = next();
    if (result != c) {
      throw syntaxError("Expected " + c + " but was " + result);
    }
    return result;
  }

  /** The next character that is no blank and no comment, 0 at the end. */
  public char nextClean() throws JSONException {
    int next = nextCleanOrEnd();
    return next == END ? '\0' : (char) next;
  }

  public String next(int length) throws JSONException {
    if (pos + length > in.length()) {
      throw syntaxError(length + " is out of bounds");
    }
    String result = in.substring(pos, pos + length);
    pos += length;
    return result;
  }

  public String nextTo(String excluded) {
    if (excluded == null) {
      throw new NullPointerException("excluded == null");
    }
    return upTo(excluded).trim();
  }

  public String nextTo(char excluded) {
    return upTo(String.valueOf(excluded)).trim();
  }

  public void skipPast(String thru) {
    int start = in.indexOf(thru, pos);
    pos = start < 0 ? in.length() : start + thru.length();
  }

  /** Goes on to the character; 0, and nowhere, if there is none. */
  public char skipTo(char to) {
    int index = in.indexOf(to, pos);
    if (index < 0) {
      return '\0';
    }
    pos = index;
    return to;
  }

  public void back() {
    pos = Math.max(0, pos - 1);
  }

  /** A hexadecimal digit's value, -1 for none. */
  public static int dehexchar(char hex) {
    return hex < 128 ? Character.digit(hex, 16) : -1;
  }
}
