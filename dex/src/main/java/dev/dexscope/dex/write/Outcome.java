package dev.dexscope.dex.write;

/** The result of adding something to a file. */
public sealed interface Outcome {
  /** It is there. */
  record Done() implements Outcome {}

  /**
   * It would need more ids than a file can have; nothing was changed. The way on is another file.
   *
   * @param section that is full, in the specification's words
   * @param limit how many ids it holds
   */
  record Overflow(String section, int limit) implements Outcome {}
}
