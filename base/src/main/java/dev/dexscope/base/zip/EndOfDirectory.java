package dev.dexscope.base.zip;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.FileKind;

/**
 * The end of central directory record (APPNOTE 4.3.16), with its zip64 form (4.3.14) already merged
 * in. Disk numbers are passed over: some packers write nonsense there and Android does not care.
 *
 * @param directory where the central directory begins
 * @param size how many bytes it has
 * @param entries how many entries it has
 * @param comment the archive's comment
 */
record EndOfDirectory(long directory, long size, long entries, byte[] comment) {
  static final int SIGNATURE = 0x06054b50;
  static final int SIZE = 22;
  static final int LOCATOR_SIGNATURE = 0x07064b50;
  static final int LOCATOR_SIZE = 20;
  static final int ZIP64_SIGNATURE = 0x06064b50;
  static final int ZIP64_SIZE = 56;

  private static final int LONGEST_COMMENT = 0xffff;

  static EndOfDirectory read(ByteView in) {
    long at = find(in);
    long entries = in.u2(at + 10);
    long size = in.u4(at + 12);
    long directory = in.u4(at + 16);
    byte[] comment = in.copy(at + SIZE, in.u2(at + 20));
    long end = at;
    boolean full = entries == 0xffff || size == 0xffff_ffffL || directory == 0xffff_ffffL;
    long locator = at - LOCATOR_SIZE;
    if (full && locator >= 0 && in.i4(locator) == LOCATOR_SIGNATURE) {
      end = u8(in, locator + 8);
      if (end > locator - ZIP64_SIZE || in.i4(end) != ZIP64_SIGNATURE) {
        throw in.fault(locator, "the zip64 end record is not at 0x" + Long.toHexString(end));
      }
      entries = u8(in, end + 32);
      size = u8(in, end + 40);
      directory = u8(in, end + 48);
    }
    if (directory > end || size > end - directory) {
      throw in.fault(
          at,
          "a central directory of "
              + size
              + " bytes at 0x"
              + Long.toHexString(directory)
              + " does not end before its end record");
    }
    if (entries > size / CentralDirectory.HEADER) {
      throw in.fault(at, entries + " entries in a directory of " + size + " bytes");
    }
    return new EndOfDirectory(directory, size, entries, comment);
  }

  /** Eight bytes; what exceeds a long is refused, because no file is that long. */
  static long u8(ByteView in, long at) {
    long value = in.i8(at);
    if (value < 0) {
      throw in.fault(at, "the number 0x" + Long.toHexString(value));
    }
    return value;
  }

  /** The record is last, followed only by its comment, which may contain anything. */
  private static long find(ByteView in) {
    long last = in.size() - SIZE;
    for (long at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) {
      if (in.i4(at) == SIGNATURE && in.u2(at + 20) == last - at) {
        return at;
      }
    }
    if (!in.startsWith("PK", 0)) {
      throw in.fault(0, "is " + FileKind.of(in) + ", not a zip file");
    }
    throw in.fault(
        Math.max(0, last), "not a whole zip file: it has no end of central directory record");
  }
}
