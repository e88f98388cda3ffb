package dev.dexscope.trace.timeline;

/**
 * How large the parts of an index are.
 *
 * @param blockEvents calls and returns of a block
 * @param nodeBoxes boxes of a summary
 * @param fan how many summaries the next level sums up in one
 */
record Shape(int blockEvents, int nodeBoxes, int fan) {
  /**
   * A block is read in some microseconds, and a summary has a sixteenth of its calls and returns.
   */
  static final Shape USUAL = new Shape(4096, 256, 4);
}
