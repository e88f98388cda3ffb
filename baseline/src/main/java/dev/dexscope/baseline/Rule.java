package dev.dexscope.baseline;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.Set;

/**
 * A line of a profile that people read: {@code HSPLcom/acme/Main;->run(I)V} names a method and when
 * it is used, {@code Lcom/acme/Main;} a class. Names may be patterns: {@code *} is anything in one
 * package or parameter list, {@code **} anything, {@code ?} one letter.
 *
 * @param uses of a method; none for a class
 * @param type the class, as in dex code
 * @param member the method with its parameters and its result, as in dex code; empty for a class
 */
public record Rule(Set<Use> uses, String type, String member) implements Comparable<Rule> {
  private static final Comparator<Rule> ORDER =
      Comparator.comparing(Rule::type).thenComparing(Rule::member);

  /** Between a class and its member. */
  static final String ARROW = "->";

  /** A rule of a method or a class. */
  public Rule {
    uses = Set.copyOf(uses);
  }

  /** The rule of a class. */
  static Rule ofType(String type) {
    return new Rule(Set.of(), type, "");
  }

  boolean isOfType() {
    return member.isEmpty();
  }

  boolean isPattern() {
    return isPattern(type) || isPattern(member);
  }

  private static boolean isPattern(String text) {
    return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
  }

  /** Returns what it names, without uses. */
  String name() {
    return isOfType() ? type : type + ARROW + member;
  }

  Rule with(Set<Use> more) {
    if (uses.containsAll(more)) {
      return this;
    }
    Set<Use> all = EnumSet.copyOf(more);
    all.addAll(uses);
    return new Rule(all, type, member);
  }

  @Override
  public int compareTo(Rule other) {
    return ORDER.compare(this, other);
  }

  /** The line. */
  @Override
  public String toString() {
    var line = new StringBuilder();
    for (Use each : Use.values()) {
      if (uses.contains(each)) {
        line.append(each.letter());
      }
    }
    return line.append(name()).toString();
  }
}
