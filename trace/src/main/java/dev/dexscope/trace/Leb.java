package dev.dexscope.trace;

/** A cursor over LEB128 numbers, as the DEX format defines them, of up to 64 bits. */
final class Leb {
  private final Bytes in;
  private long at;
  private long limit;
  private boolean cutOff;

  Leb(Bytes in) {
    this.in = in;
  }

  void range(long from, long to) {
    at = from;
    limit = to;
  }

  long at() {
    return at;
  }

  boolean atEnd() {
    return at >= limit;
  }

  /**
   * The next signed number. One that is cut off ends at the limit: the caller looks at {@link #ok}.
   */
  long signed() {
    long value = 0;
    int shift = 0;
    while (at < limit) {
      int b = in.u1(at++);
      if (shift < 64) {
        value |= (long) (b & 0x7f) << shift;
      }
      shift += 7;
      if ((b & 0x80) == 0) {
        return shift < 64 && (b & 0x40) != 0 ? value | -1L << shift : value;
      }
    }
    cutOff = true;
    return 0;
  }

  long unsigned() {
    long value = 0;
    int shift = 0;
    while (at < limit) {
      int b = in.u1(at++);
      if (shift < 64) {
        value |= (long) (b & 0x7f) << shift;
      }
      shift += 7;
      if ((b & 0x80) == 0) {
        return value;
      }
    }
    cutOff = true;
    return 0;
  }

  /** Whether every number so far was whole. */
  boolean ok() {
    return !cutOff;
  }

  void reset() {
    cutOff = false;
  }
}
