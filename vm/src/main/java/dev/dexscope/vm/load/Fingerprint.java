package dev.dexscope.vm.load;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;

/**
 * Distinguishes a file from an earlier one with the same path, without reading all of it.
 *
 * <p>Its own checksums are part of that: the header of a dex file, which has a checksum and a SHA-1
 * of the rest, and the central directory of an archive, which has names, sizes and CRCs of all
 * entries. They may be wrong, and times may be set. So there is also the time of the file's last
 * change of status (POSIX, {@code st_ctim}): only the system sets it, whenever a file is written or
 * renamed.
 */
final class Fingerprint {
  /** The header_item of a dex file. */
  private static final int DEX_HEADER = 0x70;

  private static final int DEX_MAGIC = 0x6465780a;

  /** APPNOTE 4.3.16: the end of central directory record, without its comment. */
  private static final int END = 22;

  private static final int END_MAGIC = 0x06054b50;
  private static final int LONGEST_COMMENT = 0xffff;
  private static final int BLOCK = 1 << 15;

  private Fingerprint() {}

  /**
   * Of a file with code.
   *
   * @throws IOException when it cannot be read, or is neither a dex file nor an archive
   */
  static String of(Path file) throws IOException {
    return status(file) + " " + ofContent(file);
  }

  private static String status(Path file) throws IOException {
    boolean isPosix = file.getFileSystem().supportedFileAttributeViews().contains("unix");
    Map<String, Object> status =
        Files.readAttributes(
            file, isPosix ? "unix:size,lastModifiedTime,ctime" : "size,lastModifiedTime");
    var text = new StringBuilder().append(status.get("size"));
    for (String each : new String[] {"lastModifiedTime", "ctime"}) {
      if (status.get(each) instanceof FileTime time) {
        text.append('@').append(time.to(TimeUnit.NANOSECONDS));
      }
    }
    return text.toString();
  }

  /** The same for all copies of a file. */
  static String ofContent(Path path) throws IOException {
    // Not mapped and no channel: what these need takes longer to start than a small program.
    try (var file = new RandomAccessFile(path.toFile(), "r")) {
      if (file.length() >= DEX_HEADER && ByteBuffer.wrap(read(file, 0, 4)).getInt() == DEX_MAGIC) {
        return checksums(file, 0, DEX_HEADER);
      }
      long directory = directory(file);
      return checksums(file, directory, file.length() - directory);
    }
  }

  /** Returns where the central directory of an archive begins. */
  private static long directory(RandomAccessFile file) throws IOException {
    long length = file.length();
    // Nearly all have no comment.
    for (int comment : new int[] {0, LONGEST_COMMENT}) {
      byte[] bytes = read(file, Math.max(0, length - END - comment), END + comment);
      ByteBuffer tail = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = bytes.length - END; at >= 0; at--) {
        if (tail.getInt(at) == END_MAGIC) {
          long size = Integer.toUnsignedLong(tail.getInt(at + 12));
          long start = Integer.toUnsignedLong(tail.getInt(at + 16));
          if (start + size <= length - bytes.length + at) {
            return start;
          }
        }
      }
    }
    throw new IOException("neither a dex file nor an archive");
  }

  private static byte[] read(RandomAccessFile file, long start, int most) throws IOException {
    byte[] bytes = new byte[(int) Math.min(most, file.length() - start)];
    file.seek(start);
    file.readFully(bytes);
    return bytes;
  }

  private static String checksums(RandomAccessFile file, long start, long length)
      throws IOException {
    // CRC32C would make its tables at each start of the JVM.
    Checksum[] sums = {new Adler32(), new CRC32()};
    for (long at = 0; at < length; at += BLOCK) {
      byte[] block = read(file, start + at, (int) Math.min(BLOCK, length - at));
      for (Checksum each : sums) {
        each.update(block, 0, block.length);
      }
    }
    return HexFormat.of().toHexDigits((int) sums[0].getValue())
        + HexFormat.of().toHexDigits((int) sums[1].getValue());
  }
}
