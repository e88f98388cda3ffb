package dev.dexscope.inject.coverage;

/**
 * What was reached of some code, counted as JaCoCo does.
 *
 * @param instructions of dex code
 * @param branches the ways from conditions and switches
 * @param lines a line is reached when one of its instructions is
 * @param complexity the ways through methods, as McCabe counts them
 * @param methods those that were called, and the others
 * @param classes those of which a method was called, and the others
 */
public record Counters(
    Counter instructions,
    Counter branches,
    Counter lines,
    Counter complexity,
    Counter methods,
    Counter classes) {
  /** Of no code. */
  public static final Counters NONE =
      new Counters(
          Counter.NONE, Counter.NONE, Counter.NONE, Counter.NONE, Counter.NONE, Counter.NONE);

  /** Returns the sum of two. */
  public Counters plus(Counters other) {
    return new Counters(
        instructions.plus(other.instructions),
        branches.plus(other.branches),
        lines.plus(other.lines),
        complexity.plus(other.complexity),
        methods.plus(other.methods),
        classes.plus(other.classes));
  }

  /** Returns these with other lines: methods may share some. */
  Counters withLines(Counter counted) {
    return new Counters(instructions, branches, counted, complexity, methods, classes);
  }

  /** Returns these as those of a class. */
  Counters ofClass() {
    return new Counters(
        instructions, branches, lines, complexity, methods, Counter.ofOne(methods.covered() > 0));
  }
}
