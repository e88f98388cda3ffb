package dev.dexscope.baseline;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.retrace.Mapping;
import org.jspecify.annotations.Nullable;

/** The names that rules have for what a package has: its own, or those of its source. */
public final class Names {
  /** Those of the package. */
  public static final Names OF_PACKAGE = new Names(null);

  private final @Nullable Mapping mapping;

  private Names(@Nullable Mapping mapping) {
    this.mapping = mapping;
  }

  /** Returns those of the source, by the mapping that R8 wrote when it made the package. */
  public static Names ofSource(Mapping mapping) {
    return new Names(mapping);
  }

  /** Returns the rule of a class or method of the package by these names. */
  Rule of(Rule rule) {
    Mapping known = mapping;
    if (known == null || rule.type().charAt(0) != 'L') {
      return rule;
    }
    String type = rule.type().substring(1, rule.type().length() - 1).replace('/', '.');
    int open = rule.isOfType() ? 0 : rule.member().indexOf('(');
    var method =
        new Method(
            0, type, rule.member().substring(0, open), rule.member().substring(open), "", -1);
    Method original = known.apply(method);
    return new Rule(
        rule.uses(),
        "L" + original.className().replace('.', '/') + ";",
        original.name() + original.signature());
  }
}
