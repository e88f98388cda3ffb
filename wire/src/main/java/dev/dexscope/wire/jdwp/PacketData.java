package dev.dexscope.wire.jdwp;

import dev.dexscope.wire.Link;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The data of one packet, read as they arrive; ends where the packet does. */
public final class PacketData extends InputStream {
  private final Link link;
  private long remaining;

  PacketData(Link link, long length) {
    this.link = link;
    remaining = length;
  }

  /** Returns how many bytes are left. */
  public long remaining() {
    return remaining;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (remaining == 0) {
      return -1;
    }
    int count = link.in().read(into, offset, (int) Math.min(length, remaining));
    if (count < 0) {
      throw new EOFException(link.peer() + ": ended " + remaining + " bytes before its packet");
    }
    remaining -= count;
    return count;
  }
}
