package dev.dexscope.trace.retrace;

/**
 * Lines of a method.
 *
 * @param single whether it is written as one number, which is the line of a call
 */
record LineRange(int from, int to, boolean single) {
  /** The largest line number of a class file. */
  private static final int LARGEST = 0xffff;

  boolean contains(int line) {
    return from <= line && line <= to;
  }

  int span() {
    return to - from + 1;
  }

  /** Returns whether it stands for all code, with and without lines. */
  boolean isCatchAll() {
    return from == 0 && to == LARGEST;
  }
}
