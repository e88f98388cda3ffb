package dev.dexscope.baseline;

import dev.dexscope.base.bytes.FileKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rules of a profile, each once, in the order of their names: {@code baseline-prof.txt}.
 *
 * <pre>{@code
 * Rules rules = Rules.read(Path.of("baseline-prof.txt"));
 * System.out.print(rules.with(Rules.read(Path.of("library.txt"))).text());
 * }</pre>
 *
 * @param all those rules
 */
public record Rules(List<Rule> all) {
  /** No rules. */
  public static final Rules NONE = new Rules(List.of());

  /** Between a method and the types that its calls met, which only the runtime's own tool reads. */
  private static final char INLINE_CACHE = '+';

  /** Rules that are in order. */
  public Rules {
    all = List.copyOf(all);
  }

  /** Returns rules in order; those with the same name are one, with the uses of all. */
  public static Rules of(Collection<Rule> rules) {
    Map<Rule, Rule> byName = new TreeMap<>();
    for (Rule each : rules) {
      byName.merge(each, each, (known, more) -> known.with(more.uses()));
    }
    return new Rules(List.copyOf(byName.values()));
  }

  /**
   * Reads a file.
   *
   * @throws BaselineFormatException for a line that is no rule
   * @throws IOException if it cannot be read
   */
  public static Rules read(Path file) throws IOException {
    return parse(file.toString(), Files.readAllBytes(file));
  }

  /**
   * Reads rules. Empty lines and those that begin with {@code #} are none.
   *
   * @param name of the file, for messages
   * @throws BaselineFormatException for a line that is no rule
   */
  public static Rules parse(String name, byte[] bytes) {
    requireText(name, bytes);
    List<Rule> rules = new ArrayList<>();
    int begin = 0;
    while (begin < bytes.length) {
      int end = begin;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      String line = new String(bytes, begin, end - begin, StandardCharsets.UTF_8).strip();
      if (!line.isEmpty() && line.charAt(0) != '#') {
        rules.add(rule(name, begin, line));
      }
      begin = end + 1;
    }
    return of(rules);
  }

  private static void requireText(String name, byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
    } catch (CharacterCodingException e) {
      throw new BaselineFormatException(name, 0, "is " + FileKind.of(bytes) + ", not text");
    }
  }

  private static Rule rule(String file, int offset, String line) {
    Set<Use> uses = EnumSet.noneOf(Use.class);
    int begin = 0;
    while (begin < line.length() && isUse(line.charAt(begin), uses)) {
      begin++;
    }
    int arrow = line.indexOf(Rule.ARROW, begin);
    String type = line.substring(begin, arrow < 0 ? line.length() : arrow);
    if (!isType(type)) {
      throw new BaselineFormatException(
          file, offset, "no class as in Lcom/acme/Main; in \"" + shortened(line) + '"');
    }
    if (arrow < 0) {
      if (begin > 0) {
        throw new BaselineFormatException(
            file, offset, "letters are for methods, not for classes: \"" + shortened(line) + '"');
      }
      return Rule.ofType(type);
    }
    String member = line.substring(arrow + Rule.ARROW.length());
    int cache = member.indexOf(INLINE_CACHE);
    member = cache < 0 ? member : member.substring(0, cache);
    if (!isMember(member)) {
      throw new BaselineFormatException(
          file, offset, "no method as in run(I)V in \"" + shortened(line) + '"');
    }
    // As the runtime's own tool takes them.
    return new Rule(uses.isEmpty() ? Set.of(Use.HOT) : uses, type, member);
  }

  private static boolean isUse(char letter, Set<Use> uses) {
    for (Use each : Use.values()) {
      if (each.letter() == letter) {
        uses.add(each);
        return true;
      }
    }
    return false;
  }

  private static boolean isType(String type) {
    String element = type.substring(dimensions(type));
    boolean isClass = element.startsWith("L") && (element.endsWith(";") || element.endsWith("*"));
    boolean isPrimitive = element.length() < type.length() && element.length() == 1;
    return (isClass || isPrimitive) && !hasSpace(type);
  }

  private static int dimensions(String type) {
    int dimensions = 0;
    while (dimensions < type.length() && type.charAt(dimensions) == '[') {
      dimensions++;
    }
    return dimensions;
  }

  /** {@code *} alone is each method, as for the runtime's own tool. */
  private static boolean isMember(String member) {
    int open = member.indexOf('(');
    int close = member.indexOf(')');
    boolean isMethod = open > 0 && close > open && close < member.length() - 1;
    return (isMethod || member.indexOf('*') >= 0) && !hasSpace(member);
  }

  private static boolean hasSpace(String text) {
    return text.chars().anyMatch(Character::isWhitespace);
  }

  private static String shortened(String line) {
    return line.length() > 80 ? line.substring(0, 80) + "..." : line;
  }

  /** Returns these rules and others. */
  public Rules with(Rules others) {
    List<Rule> both = new ArrayList<>(all);
    both.addAll(others.all);
    return of(both);
  }

  /** Returns those of the start, with their classes. */
  public Rules ofStart() {
    List<Rule> start = new ArrayList<>();
    for (Rule each : all) {
      if (each.uses().contains(Use.STARTUP)) {
        start.add(each);
        start.add(Rule.ofType(each.type()));
      }
    }
    return of(start);
  }

  /** Returns them as lines. */
  public String text() {
    var text = new StringBuilder();
    for (Rule each : all) {
      text.append(each).append('\n');
    }
    return text.toString();
  }
}
