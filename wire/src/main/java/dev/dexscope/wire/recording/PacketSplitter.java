package dev.dexscope.wire.recording;

import java.util.Arrays;

/**
 * Assembles packets from the bytes of one direction, which arrive in pieces. Of packets longer than
 * the shown part only the beginning is kept.
 */
final class PacketSplitter {
  /** The most bytes of a packet that are kept. */
  static final int MOST_KEPT = 1 << 20;

  /** Tells the whole length of a packet by its first bytes. */
  interface Length {
    long of(byte[] header);
  }

  /** Gets a packet, or the first bytes of one that is longer. */
  interface Sink {
    void packet(byte[] bytes, long wholeLength);
  }

  private final int headerSize;
  private final Length length;
  private byte[] kept = new byte[64];
  private int count;
  private long whole;
  private long seen;

  PacketSplitter(int headerSize, Length length) {
    this.headerSize = headerSize;
    this.length = length;
  }

  void add(byte[] bytes, Sink sink) {
    int at = 0;
    while (at < bytes.length) {
      boolean isHeader = seen < headerSize;
      long due = (isHeader ? headerSize : whole) - seen;
      int part = (int) Math.min(due, bytes.length - at);
      keep(bytes, at, part);
      seen += part;
      at += part;
      if (isHeader && seen == headerSize) {
        whole = length.of(Arrays.copyOf(kept, headerSize));
      }
      if (seen >= headerSize && seen == whole) {
        byte[] packet = Arrays.copyOf(kept, count);
        long size = whole;
        seen = 0;
        count = 0;
        sink.packet(packet, size);
      }
    }
  }

  /** Returns how many bytes of a packet have come whose others have not. */
  long pending() {
    return seen;
  }

  private void keep(byte[] bytes, int at, int length) {
    int fits = Math.min(length, MOST_KEPT - count);
    if (count + fits > kept.length) {
      kept = Arrays.copyOf(kept, Math.max(count + fits, 2 * kept.length));
    }
    System.arraycopy(bytes, at, kept, count, fits);
    count += fits;
  }
}
