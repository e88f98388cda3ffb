package dev.dexscope.base.bytes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a file or of a part of it, little endian. What lies outside is refused with the
 * parser's own exception.
 *
 * <pre>{@code
 * var in = new ByteView("app.trace", segment, TraceFormatException::new);
 * if (in.u2(0) != VERSION) {
 *   throw in.fault(0, "unknown version");
 * }
 * }</pre>
 *
 * @param file for errors
 * @param start where in the file the view begins; errors name places in the file
 * @param segment the bytes
 * @param faults makes the errors
 */
public record ByteView(String file, long start, MemorySegment segment, FormatFault faults) {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** A view of a whole file. */
  public ByteView(String file, MemorySegment segment, FormatFault faults) {
    this(file, 0, segment, faults);
  }

  /** How many bytes it has. */
  public long size() {
    return segment.byteSize();
  }

  /** Whether so many bytes stand there. */
  public boolean has(long at, long length) {
    return at >= 0 && length >= 0 && length <= size() && at <= size() - length;
  }

  // The segment checks each access anyway: to check before it would cost the inner loops.

  /** An unsigned byte. */
  public int u1(long at) {
    try {
      return segment.get(ValueLayout.JAVA_BYTE, at) & 0xff;
    } catch (IndexOutOfBoundsException e) {
      throw outside(at, 1);
    }
  }

  /** Two bytes, unsigned. */
  public int u2(long at) {
    try {
      return segment.get(SHORT, at) & 0xffff;
    } catch (IndexOutOfBoundsException e) {
      throw outside(at, 2);
    }
  }

  /** Four bytes, signed. */
  public int i4(long at) {
    try {
      return segment.get(INT, at);
    } catch (IndexOutOfBoundsException e) {
      throw outside(at, 4);
    }
  }

  /** Four bytes, unsigned. */
  public long u4(long at) {
    return i4(at) & 0xffffffffL;
  }

  /** Eight bytes, signed. */
  public long i8(long at) {
    try {
      return segment.get(LONG, at);
    } catch (IndexOutOfBoundsException e) {
      throw outside(at, 8);
    }
  }

  /** UTF-8. */
  public String text(long at, long length) {
    return text(at, length, StandardCharsets.UTF_8);
  }

  /** Text. */
  public String text(long at, long length, Charset charset) {
    return new String(copy(at, length), charset);
  }

  /** Bytes in an array of their own. */
  public byte[] copy(long at, long length) {
    if (length > Integer.MAX_VALUE - 8) {
      throw fault(at, length + " bytes are too many for one array");
    }
    return slice(at, length).segment.toArray(ValueLayout.JAVA_BYTE);
  }

  /** A part of it. */
  public ByteView slice(long at, long length) {
    if (!has(at, length)) {
      throw outside(at, length);
    }
    return new ByteView(file, start + at, segment.asSlice(at, length), faults);
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

  /** Whether these characters stand there. */
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

  /** The parser's exception for what is wrong at a place of this view. */
  public RuntimeException fault(long at, String reason) {
    return faults.at(file, start + at, reason);
  }

  private RuntimeException outside(long at, long length) {
    return fault(at, length + " bytes are outside of the " + size() + " that are there");
  }
}
