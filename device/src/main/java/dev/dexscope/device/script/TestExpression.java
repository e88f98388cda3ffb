package dev.dexscope.device.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** {@code test}, {@code [} and {@code [[}: conditions about texts, numbers and files. */
final class TestExpression {
  static final Set<String> BINARY =
      Set.of(
          "=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef");

  static final Set<String> UNARY =
      Set.of(
          "-n", "-z", "-e", "-f", "-d", "-r", "-w", "-x", "-s", "-L", "-h", "-b", "-c", "-p", "-S",
          "-u", "-g", "-k", "-t", "-o", "-O", "-G");

  private static final int NO_EXPRESSION = 2;

  private final Interpreter shell;
  private final List<String> words;
  private int at;

  private TestExpression(Interpreter shell, List<String> words) {
    this.shell = shell;
    this.words = words;
  }

  /** Returns 0 if it is true, 1 if it is not, 2 if it is no expression. */
  static int run(Interpreter shell, List<String> words) {
    if (words.isEmpty()) {
      return 1;
    }
    TestExpression reader = new TestExpression(shell, words);
    try {
      boolean isTrue = reader.any();
      if (reader.at < words.size()) {
        throw new IOException(words.get(reader.at) + ": unexpected operator");
      }
      return isTrue ? 0 : 1;
    } catch (IOException e) {
      shell.streams().err().println("sh: test: " + e.getMessage());
      return NO_EXPRESSION;
    }
  }

  /**
   * Returns whether the condition of a conditional holds; the right side of an equality is a
   * pattern.
   */
  static boolean holds(Interpreter shell, Expansion expansion, Node.Condition condition)
      throws IOException {
    return switch (condition) {
      case Node.Both(Node.Condition left, boolean isAnd, Node.Condition right) ->
          holds(shell, expansion, left) == isAnd ? holds(shell, expansion, right) : !isAnd;
      case Node.Not(Node.Condition inner) -> !holds(shell, expansion, inner);
      case Node.Unary(String operator, Word word) ->
          new TestExpression(shell, List.of()).check(operator, expansion.text(word));
      case Node.Binary(Word left, String operator, Word right) -> {
        boolean isPattern = Set.of("=", "==", "!=").contains(operator);
        yield isPattern
            ? new Glob(expansion.pattern(right)).matches(expansion.text(left))
                != operator.equals("!=")
            : new TestExpression(shell, List.of())
                .compare(expansion.text(left), operator, expansion.text(right));
      }
    };
  }

  private int left() {
    return words.size() - at;
  }

  private boolean any() throws IOException {
    boolean isTrue = all();
    while (left() > 1 && words.get(at).equals("-o")) {
      at++;
      isTrue |= all();
    }
    return isTrue;
  }

  private boolean all() throws IOException {
    boolean isTrue = not();
    while (left() > 1 && words.get(at).equals("-a")) {
      at++;
      isTrue &= not();
    }
    return isTrue;
  }

  private boolean not() throws IOException {
    boolean isNegated = false;
    while (left() > 1 && words.get(at).equals("!") && !isBinary()) {
      at++;
      isNegated = !isNegated;
    }
    return primary() != isNegated;
  }

  private boolean isBinary() {
    return left() >= 3 && BINARY.contains(words.get(at + 1));
  }

  private boolean primary() throws IOException {
    if (left() == 0) {
      throw new IOException("argument expected");
    }
    if (isBinary()) {
      at += 3;
      return compare(words.get(at - 3), words.get(at - 2), words.get(at - 1));
    }
    String word = words.get(at++);
    if (word.equals("(") && left() > 1) {
      boolean isTrue = any();
      if (left() == 0 || !words.get(at).equals(")")) {
        throw new IOException("closing paren expected");
      }
      at++;
      return isTrue;
    }
    if (UNARY.contains(word) && left() > 0) {
      return check(word, words.get(at++));
    }
    return !word.isEmpty();
  }

  private boolean compare(String left, String operator, String right) throws IOException {
    return switch (operator) {
      case "=", "==" -> left.equals(right);
      case "!=" -> !left.equals(right);
      case "<" -> left.compareTo(right) < 0;
      case ">" -> left.compareTo(right) > 0;
      case "-nt" -> time(left) > time(right);
      case "-ot" -> time(left) < time(right);
      case "-ef" -> shell.outside().file(left).equals(shell.outside().file(right));
      case "-eq" -> number(left) == number(right);
      case "-ne" -> number(left) != number(right);
      case "-lt" -> number(left) < number(right);
      case "-le" -> number(left) <= number(right);
      case "-gt" -> number(left) > number(right);
      default -> number(left) >= number(right);
    };
  }

  private static long number(String word) throws IOException {
    try {
      return Long.parseLong(word.strip());
    } catch (NumberFormatException e) {
      throw new IOException(word + ": bad number", e);
    }
  }

  private long time(String path) {
    try {
      return Files.getLastModifiedTime(shell.outside().file(path)).toMillis();
    } catch (IOException e) {
      return Long.MIN_VALUE;
    }
  }

  private boolean check(String operator, String word) {
    if (operator.equals("-n") || operator.equals("-z")) {
      return word.isEmpty() == operator.equals("-z");
    }
    if (operator.equals("-t") || operator.equals("-o")) {
      return false;
    }
    try {
      Path file = shell.outside().file(word);
      return switch (operator) {
        case "-f" -> Files.isRegularFile(file);
        case "-d" -> Files.isDirectory(file);
        case "-s" -> Files.exists(file) && Files.size(file) > 0;
        case "-L", "-h" -> Files.isSymbolicLink(file);
        // Files are the host's user's, and programs are no files.
        case "-x" -> Files.isDirectory(file) || (Files.exists(file) && Files.isExecutable(file));
        case "-b", "-c", "-p", "-S", "-u", "-g", "-k" -> false;
        default -> Files.exists(file, LinkOption.NOFOLLOW_LINKS);
      };
    } catch (IOException e) {
      return false;
    }
  }
}
