package dev.dexscope.apk.zip;

import dev.dexscope.apk.ApkFormatException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A file's bytes, little endian; what lies outside is refused with its place.
 *
 * @param file for errors
 */
record Bytes(String file, MemorySegment segment) {
  private static final ValueLayout.OfShort U2 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt U4 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong U8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  long size() {
    return segment.byteSize();
  }

  int u2(long at) {
    check(at, 2, at);
    return segment.get(U2, at) & 0xffff;
  }

  /** Four bytes as they are: a signature, a checksum. */
  int word(long at) {
    check(at, 4, at);
    return segment.get(U4, at);
  }

  long u4(long at) {
    return Integer.toUnsignedLong(word(at));
  }

  /** Eight bytes; what exceeds a long is refused, because no file is that long. */
  long u8(long at) {
    check(at, 8, at);
    long value = segment.get(U8, at);
    if (value < 0) {
      throw fault(at, "the number 0x" + Long.toHexString(value));
    }
    return value;
  }

  byte[] copy(long at, long length) {
    return slice(at, length, at).toArray(ValueLayout.JAVA_BYTE);
  }

  /**
   * A part of the file.
   *
   * @param place which offset to name when the part is not inside the file
   */
  MemorySegment slice(long at, long length, long place) {
    check(at, length, place);
    return segment.asSlice(at, length);
  }

  private void check(long at, long length, long place) {
    if (at < 0 || length < 0 || at > size() - length) {
      throw fault(
          place, length + " bytes at 0x" + Long.toHexString(at) + " are outside of the file");
    }
  }

  ApkFormatException fault(long at, String reason) {
    return new ApkFormatException(file, at, reason);
  }
}
