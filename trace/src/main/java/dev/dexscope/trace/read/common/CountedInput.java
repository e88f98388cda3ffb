package dev.dexscope.trace.read.common;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that were read of a file. */
final class CountedInput extends FilterInputStream {
  private long count;

  CountedInput(InputStream in) {
    super(in);
  }

  long count() {
    return count;
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    count += next < 0 ? 0 : 1;
    return next;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    count += Math.max(0, read);
    return read;
  }

  @Override
  public long skip(long wanted) throws IOException {
    long skipped = super.skip(wanted);
    count += skipped;
    return skipped;
  }
}
