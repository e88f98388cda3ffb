package dev.dexscope.dex.write.code;

import java.util.Arrays;

/** A method's debug information on its way into a file. */
public sealed interface Debug {
  /** No information. */
  record None() implements Debug {}

  /**
   * The item of the file being rewritten, for code that has moved back: many methods share an item,
   * and continue to share it.
   *
   * @param offset of the debug_info_item
   * @param shift the number of units by which all code has moved
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
