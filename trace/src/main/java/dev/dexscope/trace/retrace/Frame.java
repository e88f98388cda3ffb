package dev.dexscope.trace.retrace;

import java.util.Comparator;

/**
 * A frame of the source.
 *
 * @param line {@link StackLine#NO_LINE} without
 */
record Frame(String type, Signature method, String file, int line) {
  /** The order in which frames are listed of which each may be the right one. */
  static final Comparator<Frame> ORDER =
      Comparator.comparing(Frame::type)
          .thenComparing(f -> f.method().name())
          .thenComparing(f -> f.method().type())
          .thenComparing(f -> f.method().parameters())
          .thenComparing(Frame::file)
          .thenComparingInt(Frame::line);

  /** Returns whether a reader could not distinguish them. */
  boolean looksLike(Frame other, boolean withLine) {
    return type.equals(other.type)
        && method.name().equals(other.method.name())
        && file.equals(other.file)
        && (!withLine || line == other.line);
  }
}
