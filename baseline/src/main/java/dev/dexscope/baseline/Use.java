package dev.dexscope.baseline;

import java.util.EnumSet;
import java.util.Set;

/** When a method is used, which decides whether Android compiles it ahead of time. */
public enum Use {
  /** Called often. */
  HOT('H', 1),
  /** Called while the app starts. */
  STARTUP('S', 2),
  /** Called after that. */
  POST_STARTUP('P', 4);

  private final char letter;
  private final int bit;

  Use(char letter, int bit) {
    this.letter = letter;
    this.bit = bit;
  }

  /** Returns its letter in rules. */
  public char letter() {
    return letter;
  }

  /** Returns its bit in profiles. */
  int bit() {
    return bit;
  }

  static int bits(Set<Use> uses) {
    int bits = 0;
    for (Use each : uses) {
      bits |= each.bit;
    }
    return bits;
  }

  /** Returns those of bits; others are of versions that know more. */
  static Set<Use> of(int bits) {
    Set<Use> uses = EnumSet.noneOf(Use.class);
    for (Use each : values()) {
      if ((bits & each.bit) != 0) {
        uses.add(each);
      }
    }
    return uses;
  }
}
