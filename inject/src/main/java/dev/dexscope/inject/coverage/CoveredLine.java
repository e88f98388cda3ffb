package dev.dexscope.inject.coverage;

/** The instructions and branches of a source line. */
public record CoveredLine(Counter instructions, Counter branches) {
  /** Returns the sum of two. */
  public CoveredLine plus(CoveredLine other) {
    return new CoveredLine(instructions.plus(other.instructions), branches.plus(other.branches));
  }
}
