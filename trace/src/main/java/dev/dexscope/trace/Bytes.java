package dev.dexscope.trace;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a trace, little endian. Reading outside of them is the reader's fault, so a reader
 * asks {@link #has} first.
 *
 * @param file for errors
 */
record Bytes(String file, MemorySegment segment) {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  long size() {
    return segment.byteSize();
  }

  boolean has(long at, long length) {
    return at >= 0 && length >= 0 && length <= size() && at <= size() - length;
  }

  int u1(long at) {
    return segment.get(ValueLayout.JAVA_BYTE, at) & 0xff;
  }

  int u2(long at) {
    return segment.get(SHORT, at) & 0xffff;
  }

  int i4(long at) {
    return segment.get(INT, at);
  }

  long u4(long at) {
    return segment.get(INT, at) & 0xffffffffL;
  }

  long i8(long at) {
    return segment.get(LONG, at);
  }

  String text(long at, long length) {
    return text(at, length, StandardCharsets.UTF_8);
  }

  String text(long at, long length, Charset charset) {
    byte[] bytes = new byte[(int) length];
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, bytes, 0, bytes.length);
    return new String(bytes, charset);
  }

  /**
   * Where the first byte {@code b} from {@code at} on stands before {@code limit}; -1 for nowhere.
   */
  long indexOf(int b, long at, long limit) {
    for (long i = at; i < limit; i++) {
      if (segment.get(ValueLayout.JAVA_BYTE, i) == (byte) b) {
        return i;
      }
    }
    return -1;
  }

  boolean startsWith(String ascii, long at) {
    if (!has(at, ascii.length())) {
      return false;
    }
    for (int i = 0; i < ascii.length(); i++) {
      if (u1(at + i) != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  TraceFormatException fault(long at, String reason) {
    return new TraceFormatException(file, at, reason);
  }
}
