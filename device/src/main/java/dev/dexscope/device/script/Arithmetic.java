package dev.dexscope.device.script;

import java.io.IOException;
import java.util.List;

/** The value of an arithmetic expression, with the operators of C, in 64 bits. */
final class Arithmetic {
  private static final int MOST_DEPTH = 100;

  /** Operators of two operands by their precedence; longer ones first. */
  private static final List<List<String>> OPERATORS =
      List.of(
          List.of("||"),
          List.of("&&"),
          List.of("|"),
          List.of("^"),
          List.of("&"),
          List.of("==", "!="),
          List.of("<=", ">=", "<", ">"),
          List.of("<<", ">>"),
          List.of("+", "-"),
          List.of("*", "/", "%"));

  private static final List<String> ASSIGNMENTS =
      List.of("<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "=");

  private final String text;
  private final Variables variables;
  private int at;
  private int depth;

  /** Whether the value of a part is not used: it has no effects then, and no errors. */
  private boolean isSkipped;

  private Arithmetic(String text, Variables variables, int depth) {
    this.text = text;
    this.variables = variables;
    this.depth = depth;
  }

  static long evaluate(String text, Variables variables) throws IOException {
    return evaluate(text, variables, 0);
  }

  private static long evaluate(String text, Variables variables, int depth) throws IOException {
    Arithmetic reader = new Arithmetic(text, variables, depth);
    reader.skipBlanks();
    if (reader.at == text.length()) {
      return 0;
    }
    long value = reader.list();
    if (reader.at < text.length()) {
      throw reader.fault();
    }
    return value;
  }

  private IOException fault() {
    return new IOException("arithmetic expression: unexpected '" + text.substring(at) + "'");
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean take(String operator) {
    skipBlanks();
    boolean isNext = text.startsWith(operator, at);
    at += isNext ? operator.length() : 0;
    return isNext;
  }

  private long list() throws IOException {
    long value = choice();
    while (take(",")) {
      value = choice();
    }
    return value;
  }

  private long choice() throws IOException {
    if (++depth > MOST_DEPTH) {
      throw new IOException("arithmetic expression: more than " + MOST_DEPTH + " levels");
    }
    long value = assignment();
    depth--;
    return value;
  }

  private long assignment() throws IOException {
    skipBlanks();
    int begin = at;
    String name = name();
    if (!name.isEmpty()) {
      skipBlanks();
      for (String each : ASSIGNMENTS) {
        if (text.startsWith(each, at) && !text.startsWith("==", at)) {
          at += each.length();
          long right = choice();
          String operator = each.substring(0, each.length() - 1);
          return set(name, operator.isEmpty() ? right : apply(operator, value(name), right));
        }
      }
    }
    at = begin;
    return condition();
  }

  private long set(String name, long value) throws IOException {
    if (!isSkipped) {
      variables.set(name, value + "");
    }
    return value;
  }

  private long condition() throws IOException {
    long condition = binary(0);
    if (!take("?")) {
      return condition;
    }
    long first = skipped(condition == 0, this::list);
    if (!take(":")) {
      throw fault();
    }
    long second = skipped(condition != 0, this::choice);
    return condition == 0 ? second : first;
  }

  private interface Part {
    long value() throws IOException;
  }

  private long skipped(boolean skips, Part part) throws IOException {
    boolean before = isSkipped;
    isSkipped |= skips;
    long value = part.value();
    isSkipped = before;
    return value;
  }

  private long binary(int level) throws IOException {
    if (level == OPERATORS.size()) {
      return unary();
    }
    long left = binary(level + 1);
    String operator = operator(level);
    while (!operator.isEmpty()) {
      long value = left;
      boolean isDecided =
          (operator.equals("||") && value != 0) || (operator.equals("&&") && value == 0);
      long right = skipped(isDecided, () -> binary(level + 1));
      left = apply(operator, value, right);
      operator = operator(level);
    }
    return left;
  }

  private String operator(int level) {
    skipBlanks();
    for (String each : OPERATORS.get(level)) {
      if (!text.startsWith(each, at)) {
        continue;
      }
      String after = text.substring(at + each.length());
      // A longer operator, which is another one.
      boolean isLonger =
          each.length() == 1
              && ((!after.isEmpty() && "|&<>".contains(each) && after.startsWith(each))
                  || (after.startsWith("=") && !"<>".contains(each)));
      if (!isLonger && !(each.length() == 2 && "<<>>".contains(each) && after.startsWith("="))) {
        at += each.length();
        return each;
      }
    }
    return "";
  }

  private long apply(String operator, long left, long right) throws IOException {
    if ((operator.equals("/") || operator.equals("%")) && right == 0) {
      if (isSkipped) {
        return 0;
      }
      throw new IOException("arithmetic expression: division by zero");
    }
    return switch (operator) {
      case "||" -> left != 0 || right != 0 ? 1 : 0;
      case "&&" -> left != 0 && right != 0 ? 1 : 0;
      case "|" -> left | right;
      case "^" -> left ^ right;
      case "&" -> left & right;
      case "==" -> left == right ? 1 : 0;
      case "!=" -> left != right ? 1 : 0;
      case "<=" -> left <= right ? 1 : 0;
      case ">=" -> left >= right ? 1 : 0;
      case "<" -> left < right ? 1 : 0;
      case ">" -> left > right ? 1 : 0;
      case "<<" -> left << right;
      case ">>" -> left >> right;
      case "+" -> left + right;
      case "-" -> left - right;
      case "*" -> left * right;
      case "/" -> left / right;
      default -> left % right;
    };
  }

  private long unary() throws IOException {
    if (++depth > MOST_DEPTH) {
      throw new IOException("arithmetic expression: more than " + MOST_DEPTH + " levels");
    }
    long value;
    if (take("++") || take("--")) {
      int change = text.charAt(at - 1) == '+' ? 1 : -1;
      skipBlanks();
      String name = name();
      if (name.isEmpty()) {
        throw fault();
      }
      value = set(name, value(name) + change);
    } else if (take("-")) {
      value = -unary();
    } else if (take("+")) {
      value = unary();
    } else if (take("!")) {
      value = unary() == 0 ? 1 : 0;
    } else if (take("~")) {
      value = ~unary();
    } else if (take("(")) {
      value = list();
      if (!take(")")) {
        throw fault();
      }
    } else {
      value = operand();
    }
    depth--;
    return value;
  }

  private String name() {
    int begin = at;
    while (at < text.length() && Source.isPartOfName(text.charAt(at), at == begin)) {
      at++;
    }
    return text.substring(begin, at);
  }

  private long operand() throws IOException {
    skipBlanks();
    String name = name();
    if (!name.isEmpty()) {
      long value = value(name);
      if (take("++")) {
        set(name, value + 1);
      } else if (take("--")) {
        set(name, value - 1);
      }
      return value;
    }
    int begin = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    try {
      String digits = text.substring(begin, at);
      boolean isOctal = digits.length() > 1 && digits.startsWith("0");
      return digits.startsWith("0x") || digits.startsWith("0X")
          ? Long.parseUnsignedLong(digits.substring(2), 16)
          : Long.parseLong(digits, isOctal ? 8 : 10);
    } catch (NumberFormatException e) {
      at = begin;
      throw fault();
    }
  }

  /** The value of a variable, which may be an expression. */
  private long value(String name) throws IOException {
    if (depth >= MOST_DEPTH) {
      throw new IOException("arithmetic expression: more than " + MOST_DEPTH + " levels");
    }
    String value = variables.get(name, "0");
    return isSkipped ? 0 : evaluate(value.isEmpty() ? "0" : value, variables, depth + 1);
  }
}
