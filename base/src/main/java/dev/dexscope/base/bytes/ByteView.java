package dev.dexscope.base.bytes;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a file or of a part of it, little endian. What lies outside is refused with the
 * parser's own exception.
 *
 * <pre>{@code
 * ByteView in = ByteView.of("app.apk", segment, ZipFormatException::new);
 * if (in.u2(0) != VERSION) {
 *   throw in.fault(0, "unknown version");
 * }
 * }</pre>
 */
public abstract sealed class ByteView permits FileView, MemoryView {
  private final String file;
  private final long start;
  private final long size;
  private final FormatFault faults;

  ByteView(String file, long start, long size, FormatFault faults) {
    this.file = file;
    this.start = start;
    this.size = size;
    this.faults = faults;
  }

  /**
   * A view of what is in memory, or mapped. Any number of threads may use it.
   *
   * @param file for errors
   * @param faults makes the errors
   */
  public static ByteView of(String file, MemorySegment bytes, FormatFault faults) {
    return of(file, 0, bytes, faults);
  }

  /**
   * The same of bytes that are a part of the file.
   *
   * @param start where in the file they stand; errors name places in the file
   */
  public static ByteView of(String file, long start, MemorySegment bytes, FormatFault faults) {
    return new MemoryView(file, start, bytes, faults);
  }

  /**
   * A view of an open file, which belongs to the view from now on. It holds a small part of the
   * file in memory, and suits what is read from the front to the back by one thread at a time.
   *
   * @param file for errors
   * @param faults makes the errors
   * @throws IOException if it cannot be read
   */
  public static ByteView of(String file, RandomAccessFile source, FormatFault faults)
      throws IOException {
    return new FileView(file, source, faults);
  }

  /** For errors. */
  public final String file() {
    return file;
  }

  /** Returns where in the file the view begins; errors name places in the file. */
  public final long start() {
    return start;
  }

  /** Returns how many bytes it has. */
  public final long size() {
    return size;
  }

  /** Returns whether so many bytes stand there. */
  public final boolean has(long at, long length) {
    return at >= 0 && length >= 0 && length <= size && at <= size - length;
  }

  /** An unsigned byte. */
  public abstract int u1(long at);

  /** Two bytes, unsigned. */
  public abstract int u2(long at);

  /** Four bytes, signed. */
  public abstract int i4(long at);

  /** Four bytes, unsigned. */
  public final long u4(long at) {
    return i4(at) & 0xffffffffL;
  }

  /** Eight bytes, signed. */
  public abstract long i8(long at);

  /** Fills the front of an array with the bytes that stand there. */
  public abstract void copy(long at, byte[] into, int length);

  /** A part of it. */
  public abstract ByteView slice(long at, long length);

  /** UTF-8. */
  public final String text(long at, long length) {
    return text(at, length, StandardCharsets.UTF_8);
  }

  /** Text. */
  public final String text(long at, long length, Charset charset) {
    return new String(copy(at, length), charset);
  }

  /** Bytes in an array of their own. */
  public final byte[] copy(long at, long length) {
    if (length > Integer.MAX_VALUE - 8) {
      throw fault(at, length + " bytes are too many for one array");
    }
    check(at, length);
    byte[] bytes = new byte[(int) length];
    copy(at, bytes, bytes.length);
    return bytes;
  }

  /**
   * Returns where the first byte {@code b} from {@code at} on stands before {@code limit}; -1 for
   * nowhere.
   */
  public final long indexOf(int b, long at, long limit) {
    for (long i = at; i < limit; i++) {
      if (u1(i) == b) {
        return i;
      }
    }
    return -1;
  }

  /** Returns whether these characters stand there. */
  public final boolean startsWith(String ascii, long at) {
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
  public final RuntimeException fault(long at, String reason) {
    return faults.at(file, start + at, reason);
  }

  final FormatFault faults() {
    return faults;
  }

  final void check(long at, long length) {
    if (!has(at, length)) {
      throw outside(at, length);
    }
  }

  final RuntimeException outside(long at, long length) {
    return fault(at, length + " bytes are outside of the " + size + " that are there");
  }
}
