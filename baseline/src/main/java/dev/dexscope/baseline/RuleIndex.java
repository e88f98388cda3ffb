package dev.dexscope.baseline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Finds what rules say of classes and methods: most by their names, patterns one by one. */
final class RuleIndex {
  /** A class that is named has no use, and is there all the same. */
  private static final int IS_NAMED = 1 << 30;

  private record Shape(String beginning, Pattern pattern, int bits) {
    boolean fits(String name) {
      return name.startsWith(beginning) && pattern.matcher(name).matches();
    }
  }

  private final Map<String, Integer> names = new HashMap<>();
  private final List<Shape> types = new ArrayList<>();
  private final List<Shape> methods = new ArrayList<>();

  RuleIndex(Rules rules) {
    for (Rule each : rules.all()) {
      int bits = IS_NAMED | Use.bits(each.uses());
      if (!each.isPattern()) {
        names.merge(each.name(), bits, (known, more) -> known | more);
      } else {
        (each.isOfType() ? types : methods).add(shape(each, bits));
      }
    }
  }

  private static Shape shape(Rule rule, int bits) {
    String name = rule.name();
    var pattern = new StringBuilder();
    int literal = -1;
    int at = 0;
    while (at < name.length()) {
      char each = name.charAt(at);
      boolean isDouble = name.startsWith("**", at);
      // All methods of a class, whatever they have.
      boolean isAll = each == '*' && rule.member().equals("*") && at == name.length() - 1;
      if (each == '*' || each == '?') {
        literal = literal < 0 ? at : literal;
        pattern.append(isDouble || isAll ? ".*" : each == '*' ? "[^/]*" : "[^/]");
      } else {
        pattern.append(Pattern.quote(String.valueOf(each)));
      }
      at += isDouble ? 2 : 1;
    }
    return new Shape(name.substring(0, literal), Pattern.compile(pattern.toString()), bits);
  }

  /** Returns whether a class is named, by its own name or by another one. */
  boolean names(Rule type, Names others) {
    return find(types, type, others) != 0;
  }

  /** Returns the bits of a method's uses, by both names; 0 if no rule names it. */
  int uses(Rule method, Names others) {
    return find(methods, method, others) & ~IS_NAMED;
  }

  private int find(List<Shape> shapes, Rule rule, Names others) {
    Rule other = others.of(rule);
    int bits = find(shapes, rule.name());
    return other.equals(rule) ? bits : bits | find(shapes, other.name());
  }

  private int find(List<Shape> shapes, String name) {
    int bits = names.getOrDefault(name, 0);
    for (Shape each : shapes) {
      if ((bits | each.bits) != bits && each.fits(name)) {
        bits |= each.bits;
      }
    }
    return bits;
  }
}
