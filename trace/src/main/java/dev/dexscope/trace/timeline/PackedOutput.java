package dev.dexscope.trace.timeline;

import java.util.Arrays;

/** Bytes in the making: numbers take as few of them as they need. */
final class PackedOutput {
  static final int MICRO = 1000;
  static final int NANOS = 1;
  static final int BACK = 2;

  private byte[] bytes = new byte[64];
  private int size;

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  /** Seven bits a byte, the lowest first. */
  void number(long value) {
    flagged(0, 0, value);
  }

  /** Nanoseconds; whole microseconds, which most traces have, are shorter. */
  void time(long nanos) {
    if (nanos % MICRO == 0) {
      flagged(0, 1, nanos / MICRO);
    } else {
      flagged(NANOS, 1, nanos);
    }
  }

  /** Nanoseconds forward or back. */
  void step(long nanos) {
    int back = nanos < 0 ? BACK : 0;
    long far = Math.abs(nanos);
    if (far % MICRO == 0) {
      flagged(back, 2, far / MICRO);
    } else {
      flagged(back | NANOS, 2, far);
    }
  }

  /** Writes a number after some bits of its first byte. */
  void flagged(int flags, int flagBits, long value) {
    if (size + 11 > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    int room = 7 - flagBits;
    long rest = value >>> room;
    int low = (int) value & ((1 << room) - 1);
    bytes[size++] = (byte) (flags | (low << flagBits) | (rest == 0 ? 0 : 0x80));
    while (rest != 0) {
      bytes[size++] = (byte) ((rest & 0x7f) | (rest > 0x7f || rest < 0 ? 0x80 : 0));
      rest >>>= 7;
    }
  }
}
