package dev.dexscope.apk.preflight;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.Adler32;

/** The checksum in a dex file's header (header_item of the format's specification). */
final class DexChecksum {
  private static final int MAGIC = 0x0a786564;
  private static final int CHECKSUM = 8;
  private static final int FIRST_SUMMED = 12;
  private static final int FILE_SIZE = 32;

  private DexChecksum() {}

  /**
   * Returns whether it differs from that of the bytes after it; false for anything but a dex file.
   */
  static boolean isWrong(byte[] dex) {
    ByteBuffer header = ByteBuffer.wrap(dex).order(ByteOrder.LITTLE_ENDIAN);
    if (dex.length < FILE_SIZE + 4 || header.getInt(0) != MAGIC) {
      return false;
    }
    int size = header.getInt(FILE_SIZE);
    if (size < FIRST_SUMMED || size > dex.length) {
      return true;
    }
    var adler = new Adler32();
    adler.update(dex, FIRST_SUMMED, size - FIRST_SUMMED);
    return (int) adler.getValue() != header.getInt(CHECKSUM);
  }
}
