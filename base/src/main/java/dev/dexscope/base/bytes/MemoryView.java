package dev.dexscope.base.bytes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** A view of memory. */
final class MemoryView extends ByteView {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final MemorySegment segment;

  MemoryView(String file, long start, MemorySegment segment, FormatFault faults) {
    super(file, start, segment.byteSize(), faults);
    this.segment = segment;
  }

  // The segment checks each access anyway: to check before it would cost the inner loops.

  @Override
  public int u1(long at) {
    try {
      return segment.get(ValueLayout.JAVA_BYTE, at) & 0xff;
    } catch (IndexOutOfBoundsException e) {
      throw outside(at, 1);
    }
  }

  @Override
  public int u2(long at) {
    try {
      return segment.get(SHORT, at) & 0xffff;
    } catch (IndexOutOfBoundsException e) {
      throw outside(at, 2);
    }
  }

  @Override
  public int i4(long at) {
    try {
      return segment.get(INT, at);
    } catch (IndexOutOfBoundsException e) {
      throw outside(at, 4);
    }
  }

  @Override
  public long i8(long at) {
    try {
      return segment.get(LONG, at);
    } catch (IndexOutOfBoundsException e) {
      throw outside(at, 8);
    }
  }

  @Override
  public void copy(long at, byte[] into, int length) {
    check(at, length);
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, into, 0, length);
  }

  @Override
  public ByteView slice(long at, long length) {
    check(at, length);
    return new MemoryView(file(), start() + at, segment.asSlice(at, length), faults());
  }
}
