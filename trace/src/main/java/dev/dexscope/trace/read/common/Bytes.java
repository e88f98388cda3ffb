package dev.dexscope.trace.read.common;

import dev.dexscope.trace.TraceFormatException;
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
public record Bytes(String file, MemorySegment segment) {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  public long size() {
    return segment.byteSize();
  }

  public boolean has(long at, long length) {
    return at >= 0 && length >= 0 && length <= size() && at <= size() - length;
  }

  public int u1(long at) {
    return segment.get(ValueLayout.JAVA_BYTE, at) & 0xff;
  }

  public int u2(long at) {
    return segment.get(SHORT, at) & 0xffff;
  }

  public int i4(long at) {
    return segment.get(INT, at);
  }

  public long u4(long at) {
    return segment.get(INT, at) & 0xffffffffL;
  }

  public long i8(long at) {
    return segment.get(LONG, at);
  }

  public String text(long at, long length) {
    return text(at, length, StandardCharsets.UTF_8);
  }

  public String text(long at, long length, Charset charset) {
    byte[] bytes = new byte[(int) length];
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, bytes, 0, bytes.length);
    return new String(bytes, charset);
  }

  /**
   * Where the first byte {@code b} from {@code at} on stands before {@code limit}; -1 for nowhere.
   */
  public long indexOf(int b, long at, long limit) {
    for (long i = at; i < limit; i++) {
      if (segment.get(ValueLayout.JAVA_BYTE, i) == (byte) b) {
        return i;
      }
    }
    return -1;
  }

  public boolean startsWith(String ascii, long at) {
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

  public TraceFormatException fault(long at, String reason) {
    return new TraceFormatException(file, at, reason);
  }
}
