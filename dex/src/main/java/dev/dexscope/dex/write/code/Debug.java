package dev.dexscope.dex.write.code;

import java.util.Arrays;

/** A method's debug information on its way into a file. */
public sealed interface Debug {
  /** No information. */
  record None() implements Debug {}

  /**
   * That of the file which is rewritten, for code that stands further behind now: many methods
   * share an item, and go on sharing it.
   *
   * @param offset of the debug_info_item
   * @param shift by how many units all code has moved
   */
  record Kept(int offset, int shift) implements Debug {}

  /** A debug_info_item made anew. */
  record Made(byte[] item) implements Debug {
    @Override
    public boolean equals(Object other) {
      return other instanceof Made(byte[] bytes) && Arrays.equals(item, bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(item);
    }
  }
}
