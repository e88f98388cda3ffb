package dev.dexscope.web.serve;

import dev.dexscope.web.http.HttpException;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A body that was packed for its way. A few kilobytes of it must not become gigabytes. */
final class GzipBody extends InputStream {
  /** Traces shrink to a tenth, those of a program that does one thing for ever to a hundredth. */
  private static final int MOST_RATIO = 200;

  /** So much is unpacked at any ratio. */
  private static final long LITTLE = 64L << 20;

  private static final int BUFFER = 1 << 16;

  private final Counted packed;
  private final GZIPInputStream unpacked;
  private long size;

  GzipBody(InputStream body) throws IOException {
    this.packed = new Counted(body);
    try {
      this.unpacked = new GZIPInputStream(packed, BUFFER);
    } catch (ZipException | EOFException e) {
      throw damaged();
    }
  }

  private static HttpException damaged() {
    return HttpException.badRequest(
        "the body is not gzip, contrary to its Content-Encoding, or cut off");
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int at, int length) throws IOException {
    try {
      int read = unpacked.read(bytes, at, length);
      size += Math.max(0, read);
      if (size > LITTLE && size / MOST_RATIO > packed.count) {
        throw new HttpException(413, "the body unpacks to more than 200 times its size");
      }
      return read;
    } catch (ZipException | EOFException e) {
      throw damaged();
    }
  }

  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int b = in.read();
      count += b < 0 ? 0 : 1;
      return b;
    }

    @Override
    public int read(byte[] bytes, int at, int length) throws IOException {
      int read = in.read(bytes, at, length);
      count += Math.max(0, read);
      return read;
    }
  }
}
