package dev.dexscope.web.serve;

import dev.dexscope.web.http.HttpException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The unpacked bytes of a body, of which no more are taken than of a packed one. */
final class LimitedBody extends FilterInputStream {
  private final long limit;
  private long size;

  LimitedBody(InputStream in, long limit) {
    super(in);
    this.limit = limit;
  }

  @Override
  public int read() throws IOException {
    int b = in.read();
    count(b < 0 ? 0 : 1);
    return b;
  }

  @Override
  public int read(byte[] bytes, int at, int length) throws IOException {
    int read = in.read(bytes, at, length);
    count(Math.max(0, read));
    return read;
  }

  private void count(int bytes) {
    size += bytes;
    if (size > limit) {
      throw HttpException.tooLarge(limit);
    }
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
