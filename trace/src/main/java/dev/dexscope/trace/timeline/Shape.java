package dev.dexscope.trace.timeline;

/**
 * The sizes of an index's parts.
 *
 * @param blockEvents calls and returns of a block
 * @param nodeBoxes boxes of a summary
 * @param fan the number of summaries that the next level combines into one
 */
record Shape(int blockEvents, int nodeBoxes, int fan) {
  /**
   * A block is read in some microseconds, and a summary has a sixteenth of its calls and returns.
   */
  static final Shape USUAL = new Shape(4096, 256, 4);
}
