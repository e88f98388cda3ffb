package dev.dexscope.base.bytes;

/**
 * A cursor over LEB128 numbers, as the DEX format defines them, of up to 64 bits. A number that is
 * cut off is no error until {@link #ok} is asked: a loop over many numbers asks once.
 */
public final class Leb128 {
  private final ByteView in;
  private long at;
  private long limit;
  private boolean cutOff;

  /** The bits and the last byte of the number just read. */
  private int shift;

  private int last;

  /** A cursor that {@link #range} must place first. */
  public Leb128(ByteView in) {
    this.in = in;
  }

  /** Goes to a stretch of the bytes. */
  public void range(long from, long to) {
    at = from;
    limit = to;
  }

  /** Where the next number stands. */
  public long at() {
    return at;
  }

  /** Whether the stretch is used up. */
  public boolean atEnd() {
    return at >= limit;
  }

  /**
   * The next signed number. One that is cut off ends at the limit: the caller looks at {@link #ok}.
   */
  public long signed() {
    long value = unsigned();
    return shift < 64 && (last & 0x40) != 0 ? value | (-1L << shift) : value;
  }

  /** The next unsigned number; see {@link #signed}. */
  public long unsigned() {
    long value = 0;
    shift = 0;
    while (at < limit) {
      last = in.u1(at++);
      if (shift < 64) {
        value |= (long) (last & 0x7f) << shift;
      }
      shift += 7;
      if ((last & 0x80) == 0) {
        return value;
      }
    }
    cutOff = true;
    last = 0;
    return 0;
  }

  /** Whether every number so far was whole. */
  public boolean ok() {
    return !cutOff;
  }

  /** Forgets that a number was cut off. */
  public void reset() {
    cutOff = false;
  }
}
