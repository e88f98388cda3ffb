package dev.dexscope.base.zip;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;

/** Writes entries one after the other, then the central directory; zip64 where numbers need it. */
final class ZipWriter {
  private static final int BUFFER = 1 << 16;
  private static final long LIMIT = 0xffff_ffffL;
  private static final int COUNT_LIMIT = 0xffff;
  private static final int ZIP64_VERSION = 45;
  private static final long CHUNK = 1 << 30;

  private final WritableByteChannel out;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
  private final List<Written> written = new ArrayList<>();
  private long position;

  private record Written(Entry entry, long local) {}

  ZipWriter(WritableByteChannel out) {
    this.out = out;
  }

  /**
   * Adds an entry; its bytes are copied.
   *
   * @param alignment what the place of its first byte is a multiple of, a power of two
   */
  void add(Entry entry, int alignment) throws IOException {
    EntryHeader header = entry.header();
    boolean wide = isWide(entry);
    int zip64 = wide ? ExtraFields.BLOCK_HEADER + 16 : 0;
    int fixed =
        CentralDirectory.LOCAL_HEADER + header.name().length + zip64 + header.localExtra().length;
    int padding = padding(position + fixed, alignment);
    int extra = zip64 + header.localExtra().length + padding;
    checkExtra(entry, extra);
    written.add(new Written(entry, position));
    ByteBuffer to = room(CentralDirectory.LOCAL_HEADER);
    to.putInt(CentralDirectory.LOCAL_SIGNATURE);
    common(to, entry, wide);
    to.putInt((int) (wide ? LIMIT : entry.compressedSize()));
    to.putInt((int) (wide ? LIMIT : entry.size()));
    to.putShort((short) header.name().length).putShort((short) extra);
    copy(header.name());
    if (wide) {
      room(zip64).putShort((short) ExtraFields.ZIP64).putShort((short) 16);
      buffer.putLong(entry.size()).putLong(entry.compressedSize());
    }
    copy(header.localExtra());
    if (padding > 0) {
      room(6).putShort((short) ExtraFields.ALIGNMENT);
      buffer.putShort((short) (padding - ExtraFields.BLOCK_HEADER)).putShort((short) alignment);
      copy(new byte[padding - 6]);
    }
    position += fixed + padding;
    copy(entry.data());
    position += entry.compressedSize();
  }

  /** Returns how many bytes move {@code at} to the alignment; a padding block has at least six. */
  private static int padding(long at, int alignment) {
    int missing = (int) (-at & (alignment - 1));
    while (missing != 0 && missing < ExtraFields.BLOCK_HEADER + 2) {
      missing += alignment;
    }
    return missing;
  }

  private static void checkExtra(Entry entry, int size) {
    if (size > 0xffff) {
      throw entry.fault("no room in its extra field: " + size + " bytes");
    }
  }

  private static boolean isWide(Entry entry) {
    return entry.size() >= LIMIT || entry.compressedSize() >= LIMIT;
  }

  /** Writes the fields common to both headers: version needed to checksum. */
  private static void common(ByteBuffer to, Entry entry, boolean zip64) {
    int version = zip64 ? ZIP64_VERSION : entry.method().versionNeeded();
    to.putShort((short) version).putShort((short) entry.header().keptFlags());
    to.putShort((short) entry.method().code()).putInt(entry.header().time()).putInt(entry.crc());
  }

  /** Writes the central directory and its end. */
  void finish(byte[] comment) throws IOException {
    long directory = position;
    for (Written each : written) {
      position += central(each.entry(), each.local());
    }
    long size = position - directory;
    if (written.size() >= COUNT_LIMIT || size >= LIMIT || directory >= LIMIT) {
      zip64End(directory, size);
    }
    ByteBuffer to = room(EndOfDirectory.SIZE);
    to.putInt(EndOfDirectory.SIGNATURE).putInt(0);
    short count = (short) Math.min(written.size(), COUNT_LIMIT);
    to.putShort(count).putShort(count);
    to.putInt((int) Math.min(size, LIMIT)).putInt((int) Math.min(directory, LIMIT));
    to.putShort((short) comment.length);
    copy(comment);
    flush();
  }

  private int central(Entry entry, long local) throws IOException {
    EntryHeader header = entry.header();
    List<Long> zip64 = new ArrayList<>();
    if (entry.size() >= LIMIT) {
      zip64.add(entry.size());
    }
    if (entry.compressedSize() >= LIMIT) {
      zip64.add(entry.compressedSize());
    }
    if (local >= LIMIT) {
      zip64.add(local);
    }
    int block = zip64.isEmpty() ? 0 : ExtraFields.BLOCK_HEADER + 8 * zip64.size();
    int extra = block + header.extra().length;
    checkExtra(entry, extra);
    ByteBuffer to = room(CentralDirectory.HEADER);
    to.putInt(CentralDirectory.SIGNATURE).putShort((short) header.madeBy());
    common(to, entry, !zip64.isEmpty());
    to.putInt((int) Math.min(entry.compressedSize(), LIMIT));
    to.putInt((int) Math.min(entry.size(), LIMIT));
    to.putShort((short) header.name().length).putShort((short) extra);
    to.putShort((short) header.comment().length).putShort((short) 0);
    to.putShort((short) header.internalAttributes()).putInt(header.externalAttributes());
    to.putInt((int) Math.min(local, LIMIT));
    copy(header.name());
    if (block > 0) {
      room(block).putShort((short) ExtraFields.ZIP64).putShort((short) (8 * zip64.size()));
      zip64.forEach(buffer::putLong);
    }
    copy(header.extra());
    copy(header.comment());
    return CentralDirectory.HEADER + header.name().length + extra + header.comment().length;
  }

  private void zip64End(long directory, long size) throws IOException {
    ByteBuffer to = room(EndOfDirectory.ZIP64_SIZE);
    to.putInt(EndOfDirectory.ZIP64_SIGNATURE).putLong(EndOfDirectory.ZIP64_SIZE - 12);
    to.putShort((short) ZIP64_VERSION).putShort((short) ZIP64_VERSION).putInt(0).putInt(0);
    to.putLong(written.size()).putLong(written.size()).putLong(size).putLong(directory);
    to = room(EndOfDirectory.LOCATOR_SIZE);
    to.putInt(EndOfDirectory.LOCATOR_SIGNATURE).putInt(0).putLong(position).putInt(1);
  }

  private ByteBuffer room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
    }
    return buffer;
  }

  private void copy(byte[] bytes) throws IOException {
    copy(MemorySegment.ofArray(bytes));
  }

  private void copy(MemorySegment bytes) throws IOException {
    if (bytes.byteSize() <= BUFFER / 2) {
      room((int) bytes.byteSize()).put(bytes.asByteBuffer());
      return;
    }
    flush();
    for (long at = 0; at < bytes.byteSize(); at += CHUNK) {
      drain(bytes.asSlice(at, Math.min(CHUNK, bytes.byteSize() - at)).asByteBuffer());
    }
  }

  private void flush() throws IOException {
    drain(buffer.flip());
    buffer.clear();
  }

  private void drain(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }
}
