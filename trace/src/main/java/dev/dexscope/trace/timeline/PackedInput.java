package dev.dexscope.trace.timeline;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reads what {@link PackedOutput} wrote. */
final class PackedInput {
  private byte[] bytes = new byte[0];
  private int at;
  private int size;
  private int flags;

  /** Goes to a stretch of a file; it is copied, because arrays are read faster. */
  void open(MemorySegment file, long offset, int length) {
    if (bytes.length < length) {
      bytes = new byte[Math.max(length, 2 * bytes.length)];
    }
    MemorySegment.copy(file, ValueLayout.JAVA_BYTE, offset, bytes, 0, length);
    at = 0;
    size = length;
  }

  boolean atEnd() {
    return at == size;
  }

  long number() {
    return flagged(0);
  }

  long time() {
    long value = flagged(1);
    return flags == PackedOutput.NANOS ? value : value * PackedOutput.MICRO;
  }

  long step() {
    long value = flagged(2);
    long nanos = (flags & PackedOutput.NANOS) != 0 ? value : value * PackedOutput.MICRO;
    return (flags & PackedOutput.BACK) != 0 ? -nanos : nanos;
  }

  /** The number; its flags are in {@link #flags}. */
  long flagged(int flagBits) {
    int first = bytes[at++];
    flags = first & ((1 << flagBits) - 1);
    long value = (first & 0x7fL) >>> flagBits;
    int shift = 7 - flagBits;
    for (int b = first; b < 0; shift += 7) {
      b = bytes[at++];
      value |= (long) (b & 0x7f) << shift;
    }
    return value;
  }

  /** Returns the bits in front of the last number. */
  int flags() {
    return flags;
  }
}
