package dev.dexscope.monitor.hprof;

import dev.dexscope.base.bytes.FileKind;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads a dump: from the front to the back quickly, and elsewhere as well. */
final class HprofInput implements Closeable {
  private static final int BLOCK = 1 << 16;

  /** The first block of a search, which may suffice. */
  private static final int LOOK = 1 << 9;

  private static final int MOST_HEADER = 64;

  private final String name;
  private final RandomAccessFile file;
  private final long size;
  private final byte[] bytes = new byte[BLOCK];
  private final ByteBuffer block = ByteBuffer.wrap(bytes);
  private long blockStart;
  private int ahead = LOOK;
  private int idSize;
  private String version = "";

  HprofInput(Path path) throws IOException {
    name = path.toString();
    file = new RandomAccessFile(path.toFile(), "r");
    size = file.length();
    block.limit(0);
    try {
      readHeader();
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** {@code JAVA PROFILE 1.0.2}, a zero, the size of ids, the time. */
  private void readHeader() throws IOException {
    StringBuilder text = new StringBuilder();
    int next;
    while (text.length() < MOST_HEADER && position() < size && (next = u1()) != 0) {
      text.append((char) next);
    }
    version = text.toString();
    if (!version.startsWith("JAVA PROFILE 1.0")) {
      file.seek(0);
      byte[] head = new byte[(int) Math.min(FileKind.HEAD, size)];
      file.readFully(head);
      throw new HprofFormatException(name, 0, "is " + FileKind.of(head) + ", not a heap dump");
    }
    idSize = i4();
    if (idSize != 4 && idSize != 8) {
      throw fault("ids of " + idSize + " bytes");
    }
    skip(8);
  }

  /** {@code JAVA PROFILE 1.0.3} for Android's form. */
  String version() {
    return version;
  }

  int idSize() {
    return idSize;
  }

  long size() {
    return size;
  }

  long position() {
    return blockStart + block.position();
  }

  void seek(long position) throws IOException {
    if (position >= blockStart && position <= blockStart + block.limit()) {
      block.position((int) (position - blockStart));
      return;
    }
    check(position, 0);
    if (position < blockStart || position > blockStart + block.limit() + BLOCK) {
      ahead = LOOK;
    }
    blockStart = position;
    block.position(0).limit(0);
  }

  void skip(long length) throws IOException {
    check(position(), length);
    seek(position() + length);
  }

  private void check(long from, long length) {
    if (length < 0 || length > size - from) {
      throw new HprofFormatException(
          name, from, length + " bytes are required, " + (size - from) + " remain");
    }
  }

  /** Ensures that the block contains so many bytes. */
  private void need(int length) throws IOException {
    if (block.remaining() >= length) {
      return;
    }
    check(position(), length);
    blockStart = position();
    file.seek(blockStart);
    int count = (int) Math.min(Math.max(ahead, length), size - blockStart);
    ahead = Math.min(BLOCK, 4 * ahead);
    file.readFully(bytes, 0, count);
    block.position(0).limit(count);
  }

  int u1() throws IOException {
    need(1);
    return block.get() & 0xff;
  }

  int u2() throws IOException {
    need(2);
    return block.getShort() & 0xffff;
  }

  int i4() throws IOException {
    need(4);
    return block.getInt();
  }

  long u4() throws IOException {
    return i4() & 0xffffffffL;
  }

  long id() throws IOException {
    if (idSize == 4) {
      return u4();
    }
    need(8);
    return block.getLong();
  }

  /**
   * Returns the number of following elements, each of so many bytes; the file must contain them.
   */
  int count(int each) throws IOException {
    long count = u4();
    if (count > Integer.MAX_VALUE) {
      throw fault(count + " entries");
    }
    check(position(), count * each);
    return (int) count;
  }

  void read(byte[] into, int length) throws IOException {
    check(position(), length);
    int at = 0;
    while (at < length) {
      need(1);
      int part = Math.min(length - at, block.remaining());
      block.get(into, at, part);
      at += part;
    }
  }

  byte[] bytes(long length) throws IOException {
    if (length > Integer.MAX_VALUE - 8) {
      throw fault(length + " bytes are too many");
    }
    check(position(), length);
    byte[] read = new byte[(int) length];
    read(read, read.length);
    return read;
  }

  String utf8(long length) throws IOException {
    return new String(bytes(length), StandardCharsets.UTF_8);
  }

  HprofFormatException fault(String reason) {
    return new HprofFormatException(name, position(), reason);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
