package dev.dexscope.trace.read.common;

import dev.dexscope.base.bytes.ByteView;
import java.io.InputStream;

/** A view's bytes, from the front to the back. */
public final class ViewStream extends InputStream {
  private final ByteView in;
  private final byte[] buffer = new byte[1 << 13];
  private long at;

  public ViewStream(ByteView in) {
    this.in = in;
  }

  /** Returns the offset of the next byte. */
  public long position() {
    return at;
  }

  @Override
  public int read() {
    return at == in.size() ? -1 : in.u1(at++);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    int count = (int) Math.min(Math.min(length, buffer.length), in.size() - at);
    if (count == 0) {
      return -1;
    }
    in.copy(at, buffer, count);
    System.arraycopy(buffer, 0, bytes, offset, count);
    at += count;
    return count;
  }
}
