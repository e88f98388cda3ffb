package dev.dexscope.apk.xml;

import dev.dexscope.apk.ApkFormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A chunk of a binary resource file (ResChunk_header in ResourceTypes.h): u2 type, u2 header size,
 * u4 size, and that many bytes.
 *
 * @param file for errors
 * @param offset where the chunk begins in the file
 * @param bytes exactly the chunk, little endian
 */
record Chunk(String file, long offset, ByteBuffer bytes) {
  static final int STRING_POOL = 0x0001;
  static final int XML = 0x0003;
  static final int START_NAMESPACE = 0x0100;
  static final int END_NAMESPACE = 0x0101;
  static final int START_ELEMENT = 0x0102;
  static final int END_ELEMENT = 0x0103;
  static final int CDATA = 0x0104;
  static final int RESOURCE_MAP = 0x0180;

  private static final int HEADER = 8;

  /** The chunk that begins at {@code at}. */
  static Chunk at(String file, ByteBuffer all, int at) {
    ByteBuffer in = all.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (in.limit() - at < HEADER) {
      throw new ApkFormatException(file, at, "the file ends inside a chunk's header");
    }
    int headerSize = in.getShort(at + 2) & 0xffff;
    int size = in.getInt(at + 4);
    if (!isAt(in, at)) {
      throw new ApkFormatException(
          file,
          at,
          "chunk with a header of "
              + headerSize
              + " bytes, "
              + Integer.toUnsignedString(size)
              + " in all; "
              + (in.limit() - at)
              + " are left");
    }
    return new Chunk(file, at, in.slice(at, size).order(ByteOrder.LITTLE_ENDIAN));
  }

  /** Returns whether a whole chunk begins there. */
  static boolean isAt(ByteBuffer in, int at) {
    if (in.limit() - at < HEADER) {
      return false;
    }
    int headerSize = in.getShort(at + 2) & 0xffff;
    int size = in.getInt(at + 4);
    return headerSize >= HEADER && size >= headerSize && size <= in.limit() - at;
  }

  int type() {
    return bytes.getShort(0) & 0xffff;
  }

  int headerSize() {
    return bytes.getShort(2) & 0xffff;
  }

  int size() {
    return bytes.limit();
  }

  /** {@code at} as an index, when {@code length} bytes from there are inside the chunk. */
  int inside(long at, long length) {
    if (at < 0 || length < 0 || at + length > bytes.limit()) {
      throw fault(0, "offset " + at + " with " + length + " bytes is outside the chunk");
    }
    return (int) at;
  }

  /** The bytes from {@code at} to the end. */
  byte[] copy(int at) {
    byte[] copy = new byte[bytes.limit() - at];
    bytes.get(at, copy);
    return copy;
  }

  ApkFormatException fault(int at, String reason) {
    return new ApkFormatException(file, offset + at, reason);
  }
}
