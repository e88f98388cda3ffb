package dev.dexscope.trace.retrace;

import org.jspecify.annotations.Nullable;

/**
 * A line of a mapping file: the lines of a method now, and what they were.
 *
 * @param now null for code of any line
 * @param before null if they did not change
 */
record MappedRange(
    @Nullable LineRange now, Signature original, @Nullable LineRange before, Notes notes) {

  /** Returns the types that the method has now, with the classes' names of the source if known. */
  String descriptor() {
    String residual = notes.residual();
    return residual.isEmpty() ? original.type() + "(" + original.parameters() : residual;
  }

  /** Returns whether this frame was inlined into the next one of the file. */
  boolean isInlinedInto(MappedRange next) {
    return now != null && now.equals(next.now);
  }

  /** Returns whether a line may have been any of several lines. */
  boolean isAmbiguous() {
    if (before == null || before.span() == 1) {
      return false;
    }
    return now == null || now.span() != before.span();
  }
}
