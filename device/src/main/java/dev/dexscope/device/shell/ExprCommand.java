package dev.dexscope.device.shell;

import dev.dexscope.device.script.PosixRegex;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;

/** {@code expr WORDS}: numbers, comparisons, and patterns of texts. */
final class ExprCommand {
  private static final int MOST_DEPTH = 100;

  /** Operators of two operands, by their precedence. */
  private static final List<List<String>> OPERATORS =
      List.of(
          List.of("|"),
          List.of("&"),
          List.of("=", "==", "!=", "<", "<=", ">", ">="),
          List.of("+", "-"),
          List.of("*", "/", "%"),
          List.of(":"));

  private final List<String> words;
  private int at;
  private int depth;

  private ExprCommand(List<String> words) {
    this.words = words;
  }

  static int run(Call call) throws IOException {
    ExprCommand reader = new ExprCommand(call.words());
    try {
      String value = reader.binary(0);
      if (reader.at < call.words().size()) {
        throw new IOException("syntax error at '" + call.words().get(reader.at) + "'");
      }
      call.out().println(value);
      return isNothing(value) ? 1 : 0;
    } catch (IOException e) {
      call.fail(e.getMessage() + "");
      return 2;
    }
  }

  private static boolean isNothing(String value) {
    return value.isEmpty() || value.equals("0");
  }

  private String binary(int level) throws IOException {
    if (level == OPERATORS.size()) {
      return operand();
    }
    String left = binary(level + 1);
    while (at < words.size() && OPERATORS.get(level).contains(words.get(at))) {
      String operator = words.get(at++);
      left = apply(operator, left, binary(level + 1));
    }
    return left;
  }

  private String next() throws IOException {
    if (at == words.size()) {
      throw new IOException("syntax error: no operand");
    }
    return words.get(at++);
  }

  private String operand() throws IOException {
    String word = next();
    if (word.equals("(")) {
      if (++depth > MOST_DEPTH) {
        throw new IOException("more than " + MOST_DEPTH + " levels");
      }
      String value = binary(0);
      depth--;
      if (!next().equals(")")) {
        throw new IOException("syntax error: no )");
      }
      return value;
    }
    if (word.equals("length") && at < words.size()) {
      return next().length() + "";
    }
    return word;
  }

  private static String apply(String operator, String left, String right) throws IOException {
    return switch (operator) {
      case "|" -> isNothing(left) ? right : left;
      case "&" -> isNothing(left) || isNothing(right) ? "0" : left;
      case ":" -> match(left, right);
      case "+" -> number(left) + number(right) + "";
      case "-" -> number(left) - number(right) + "";
      case "*" -> number(left) * number(right) + "";
      case "/", "%" -> {
        if (number(right) == 0) {
          throw new IOException("division by zero");
        }
        long value =
            operator.equals("/") ? number(left) / number(right) : number(left) % number(right);
        yield value + "";
      }
      default -> {
        int order = order(left, right);
        boolean isTrue =
            switch (operator) {
              case "=", "==" -> order == 0;
              case "!=" -> order != 0;
              case "<" -> order < 0;
              case "<=" -> order <= 0;
              case ">" -> order > 0;
              default -> order >= 0;
            };
        yield isTrue ? "1" : "0";
      }
    };
  }

  private static int order(String left, String right) throws IOException {
    boolean areNumbers = left.matches("-?\\d{1,18}") && right.matches("-?\\d{1,18}");
    return areNumbers ? Long.compare(number(left), number(right)) : left.compareTo(right);
  }

  private static long number(String word) throws IOException {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw new IOException("not a number: " + word, e);
    }
  }

  private static String match(String text, String pattern) throws IOException {
    Matcher matcher = PosixRegex.matcher(PosixRegex.compile(pattern, false, false), text);
    boolean isFound = matcher.lookingAt();
    if (matcher.groupCount() > 0) {
      String group = isFound ? matcher.group(1) : "";
      return group == null ? "" : group;
    }
    return isFound ? matcher.end() + "" : "0";
  }
}
