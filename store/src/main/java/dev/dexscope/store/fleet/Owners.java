package dev.dexscope.store.fleet;

import dev.dexscope.store.StoreFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Who is responsible for which classes. Each line of a file is a rule, a pattern and an owner; of
 * several that match a class the last one counts. A pattern is a package with all below it, a class
 * with those inside it, or has {@code *} for any characters.
 *
 * <pre>
 * *                    &#64;platform
 * org.example.cart     &#64;shopping
 * org.example.*Dialog  &#64;design
 * </pre>
 */
public final class Owners {
  /** The owner of a class that no rule matches. */
  static final String NOBODY = "(no owner)";

  private static final int LARGEST = 1 << 20;

  /** Each is a condition of a query. */
  private static final int MOST_RULES = 1000;

  private static final int LONGEST = 200;

  private record Rule(String pattern, String owner) {
    String condition(String column) {
      if (pattern.contains("*")) {
        return like(column, escaped(pattern).replace("*", "%"));
      }
      return "("
          + column
          + " = "
          + FleetSql.quoted(pattern)
          + " or "
          + like(column, escaped(pattern) + ".%")
          + " or "
          + like(column, escaped(pattern) + "$%")
          + ")";
    }

    boolean matches(String className) {
      if (pattern.contains("*")) {
        String regex =
            Pattern.compile("\\*")
                .splitAsStream(pattern + " ")
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
        return (className + " ").matches(regex);
      }
      return className.equals(pattern)
          || className.startsWith(pattern + ".")
          || className.startsWith(pattern + "$");
    }

    private static String like(String column, String pattern) {
      return column + " like " + FleetSql.quoted(pattern) + " escape '!'";
    }

    private static String escaped(String text) {
      return text.replaceAll("[!%_]", "!$0");
    }
  }

  /** No rules: nobody is responsible for anything. */
  public static final Owners NONE = new Owners(List.of());

  private final List<Rule> rules;

  private Owners(List<Rule> rules) {
    this.rules = rules;
  }

  /**
   * Reads a file of rules.
   *
   * @throws StoreFormatException if it is none
   * @throws IOException if it cannot be read
   */
  public static Owners read(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(LARGEST + 1);
    }
    if (bytes.length > LARGEST) {
      throw new StoreFormatException(file.toString(), LARGEST, "is too long for rules of owners");
    }
    List<Rule> rules = new ArrayList<>();
    long at = 0;
    for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n", -1)) {
      String text = line.strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        rules.add(rule(text, file, at));
      }
      at += line.getBytes(StandardCharsets.UTF_8).length + 1;
    }
    if (rules.isEmpty() || rules.size() > MOST_RULES) {
      throw new StoreFormatException(
          file.toString(), 0, "has " + rules.size() + " rules, not 1 to " + MOST_RULES);
    }
    return new Owners(rules);
  }

  private static Rule rule(String text, Path file, long at) {
    String[] words = text.split("\\s+", 2);
    boolean isValid =
        words.length == 2
            && text.length() <= LONGEST
            && words[0].matches("[\\p{L}\\p{N}_$.*-]+")
            && !words[1].matches(".*[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}].*");
    if (!isValid) {
      throw new StoreFormatException(file.toString(), at, "is no pattern and owner: " + text);
    }
    return new Rule(words[0], words[1]);
  }

  /** The owner of a method by its name with its class; empty if no rule matches. */
  String ofMethod(String fullName) {
    int open = fullName.indexOf('(');
    int dot = fullName.lastIndexOf('.', open < 0 ? fullName.length() : open);
    String className = fullName.substring(0, Math.max(0, dot));
    for (Rule each : rules.reversed()) {
      if (each.matches(className)) {
        return each.owner();
      }
    }
    return "";
  }

  /** The owner of a class, in SQL. */
  String of(String column) {
    StringBuilder cases = new StringBuilder("case");
    for (Rule each : rules.reversed()) {
      cases
          .append(" when ")
          .append(each.condition(column))
          .append(" then ")
          .append(FleetSql.quoted(each.owner()));
    }
    return cases.append(" else ").append(FleetSql.quoted(NOBODY)).append(" end").toString();
  }
}
