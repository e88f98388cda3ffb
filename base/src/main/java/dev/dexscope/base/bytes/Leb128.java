package dev.dexscope.base.bytes;

/**
 * A cursor over LEB128 numbers, as the DEX format defines them, of up to 64 bits. A number that is
 * cut off is reported only by {@link #ok}: a loop over many numbers checks once.
 */
public final class Leb128 {
  private final ByteView in;
  private long limit;
  private boolean cutOff;

  /** Bytes of the view: a number is read byte by byte, and an array has the fastest access. */
  private final byte[] block = new byte[1 << 12];

  private long blockStart;
  private int blockLength;

  /** The index of the next byte in the block, and the end. */
  private int next;

  private int end;

  /** The bits and the last byte of the number just read. */
  private int shift;

  private int last;

  /** A cursor that {@link #range} must place first. */
  public Leb128(ByteView in) {
    this.in = in;
  }

  /** Goes to a stretch of the bytes. */
  public void range(long from, long to) {
    limit = to;
    long at = from - blockStart;
    if (at < 0 || at >= blockLength) {
      blockStart = from;
      blockLength = 0;
      at = 0;
    }
    next = (int) at;
    end = (int) Math.max(next, Math.min(blockLength, limit - blockStart));
  }

  /** Returns where the next number stands. */
  public long at() {
    return blockStart + next;
  }

  /** Returns whether the stretch is used up. */
  public boolean atEnd() {
    return next >= end && at() >= limit;
  }

  /** Returns how many numbers end before the stretch does. */
  public long count() {
    long from = at();
    long count = 0;
    while (next < end || fill()) {
      count += block[next++] < 0 ? 0 : 1;
    }
    range(from, limit);
    return count;
  }

  /** Reads the bytes that follow those of the block; whether there are any in the stretch. */
  private boolean fill() {
    long at = at();
    if (at >= limit) {
      return false;
    }
    blockLength = 0;
    // At least one byte, so that the view refuses what is not there.
    int length = (int) Math.max(1, Math.min(Math.min(block.length, limit - at), in.size() - at));
    in.copy(at, block, length);
    blockStart = at;
    blockLength = length;
    next = 0;
    end = length;
    return true;
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
    while (next < end || fill()) {
      last = block[next++];
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

  /** Returns whether every number so far was whole. */
  public boolean ok() {
    return !cutOff;
  }

  /** Forgets that a number was cut off. */
  public void reset() {
    cutOff = false;
  }
}
