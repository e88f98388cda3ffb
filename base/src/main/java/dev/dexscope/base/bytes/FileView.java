package dev.dexscope.base.bytes;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;

/**
 * A view of an open file through a window of a few kilobytes. Cold code reads arrays several times
 * as fast as segments, and what was read of a large file does not stay in memory, as it does of a
 * mapped one. The system closes the file when nothing refers to the view any more.
 */
final class FileView extends ByteView {
  /** The part of the file that is in memory; all slices of a view share it. */
  private static final class Window {
    final RandomAccessFile source;
    final byte[] bytes = new byte[1 << 16];
    long from;
    int length;

    Window(RandomAccessFile source) {
      this.source = source;
    }
  }

  private final Window window;

  // A channel would close when the reading thread is interrupted.
  FileView(String file, RandomAccessFile source, FormatFault faults) throws IOException {
    this(file, 0, source.length(), faults, new Window(source));
  }

  private FileView(String file, long start, long size, FormatFault faults, Window window) {
    super(file, start, size, faults);
    this.window = window;
  }

  @Override
  public int u1(long at) {
    return window.bytes[locate(at, 1)] & 0xff;
  }

  @Override
  public int u2(long at) {
    int i = locate(at, 2);
    byte[] bytes = window.bytes;
    return (bytes[i] & 0xff) | (bytes[i + 1] & 0xff) << 8;
  }

  @Override
  public int i4(long at) {
    return i4InWindow(locate(at, 4));
  }

  @Override
  public long i8(long at) {
    int i = locate(at, 8);
    return (i4InWindow(i) & 0xffffffffL) | (long) i4InWindow(i + 4) << 32;
  }

  private int i4InWindow(int i) {
    byte[] bytes = window.bytes;
    return (bytes[i] & 0xff)
        | (bytes[i + 1] & 0xff) << 8
        | (bytes[i + 2] & 0xff) << 16
        | bytes[i + 3] << 24;
  }

  /** Brings a number's bytes into the window; returns where they stand there. */
  private int locate(long at, int length) {
    long i = start() + at - window.from;
    boolean isThere = at >= 0 && at <= size() - length && i >= 0 && i <= window.length - length;
    return isThere ? (int) i : load(at, length);
  }

  private int load(long at, int length) {
    check(at, length);
    long from = start() + at;
    // Who reads backwards reads parts of it forwards.
    long next = from < window.from ? Math.max(0, from - window.bytes.length / 2) : from;
    int wanted = (int) Math.min(window.bytes.length, start() + size() - next);
    window.length = 0;
    read(next, window.bytes, wanted);
    window.from = next;
    window.length = wanted;
    return (int) (from - next);
  }

  @Override
  public void copy(long at, byte[] into, int length) {
    check(at, length);
    long i = start() + at - window.from;
    if (i >= 0 && i <= window.length - length) {
      System.arraycopy(window.bytes, (int) i, into, 0, length);
    } else if (length <= window.bytes.length / 2) {
      System.arraycopy(window.bytes, load(at, length), into, 0, length);
    } else {
      read(start() + at, into, length);
    }
  }

  private void read(long from, byte[] into, int length) {
    int done = 0;
    try {
      window.source.seek(from);
      while (done < length) {
        int count = window.source.read(into, done, length - done);
        if (count < 0) {
          throw fault(from + done - start(), "became shorter while it was read");
        }
        done += count;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public ByteView slice(long at, long length) {
    check(at, length);
    return new FileView(file(), start() + at, length, faults(), window);
  }
}
