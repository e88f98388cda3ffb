package dev.dexscope.trace.export.profile;

import java.util.Arrays;

/**
 * Numbers as the differences between them, each with as many bits as its neighbours need:
 * DELTA_BINARY_PACKED of parquet-format 2.10. Times take two or three bytes so, without the time
 * that packing them in general takes.
 */
final class DeltaPacked {
  private static final int MINI = 32;
  private static final int MINIS = 4;
  private static final int BLOCK = MINI * MINIS;

  /** A block's least difference, its widths, and all of its numbers in full. */
  private static final int LONGEST_BLOCK = 10 + MINIS + BLOCK * Long.BYTES;

  private final long[] deltas = new long[BLOCK];
  private byte[] bytes = new byte[1 << 12];
  private int size;

  private DeltaPacked() {}

  /** The first {@code count} of the values. */
  static byte[] of(long[] values, int count) {
    var packed = new DeltaPacked();
    packed.number(BLOCK);
    packed.number(MINIS);
    packed.number(count);
    packed.signed(count == 0 ? 0 : values[0]);
    for (int from = 1; from < count; from += BLOCK) {
      packed.block(values, from, Math.min(count, from + BLOCK));
    }
    return Arrays.copyOf(packed.bytes, packed.size);
  }

  private void block(long[] values, int from, int to) {
    if (bytes.length - size < LONGEST_BLOCK) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    int used = to - from;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < used; i++) {
      // Differences may wrap around, and wrap back when they are added.
      deltas[i] = values[from + i] - values[from + i - 1];
      least = Math.min(least, deltas[i]);
    }
    signed(least);
    int widths = size;
    size += MINIS;
    for (int mini = 0; mini < MINIS; mini++) {
      int begin = mini * MINI;
      bytes[widths + mini] =
          (byte) (begin < used ? mini(begin, Math.min(used, begin + MINI), least) : 0);
    }
  }

  /** Packs some differences, padded with zeros; returns the number of bits of each. */
  private int mini(int begin, int end, long least) {
    long all = 0;
    for (int i = begin; i < end; i++) {
      deltas[i] -= least;
      all |= deltas[i];
    }
    int width = Long.SIZE - Long.numberOfLeadingZeros(all);
    long held = 0;
    int bits = 0;
    for (int i = begin; i < begin + MINI; i++) {
      long value = i < end ? deltas[i] : 0;
      held |= value << bits;
      int free = Long.SIZE - bits;
      bits += width;
      if (width >= free) {
        longWord(held);
        held = free == Long.SIZE ? 0 : value >>> free;
        bits = width - free;
      }
    }
    for (; bits > 0; bits -= Byte.SIZE) {
      bytes[size++] = (byte) held;
      held >>>= Byte.SIZE;
    }
    return width;
  }

  private void longWord(long value) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bytes[size++] = (byte) (value >>> shift);
    }
  }

  private void signed(long value) {
    number(value << 1 ^ value >> 63);
  }

  private void number(long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      bytes[size++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    bytes[size++] = (byte) left;
  }
}
