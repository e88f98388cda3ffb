package dev.dexscope.trace.read.common;

/** A cursor over LEB128 numbers, as the DEX format defines them, of up to 64 bits. */
public final class Leb {
  private final Bytes in;
  private long at;
  private long limit;
  private boolean cutOff;

  /** The bits and the last byte of the number just read. */
  private int shift;

  private int last;

  public Leb(Bytes in) {
    this.in = in;
  }

  public void range(long from, long to) {
    at = from;
    limit = to;
  }

  public long at() {
    return at;
  }

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

  public void reset() {
    cutOff = false;
  }
}
