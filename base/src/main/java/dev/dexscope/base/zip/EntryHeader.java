package dev.dexscope.base.zip;

import java.nio.charset.StandardCharsets;

/**
 * The fields of an entry's headers that do not depend on its content; they are written as they were
 * read.
 *
 * @param time the DOS time and date
 * @param localExtra the blocks of the local header's extra field, without padding and zip64
 * @param extra the same of the central header
 * @param alignment the alignment in the local header's padding block
 */
record EntryHeader(
    byte[] name,
    int madeBy,
    int flags,
    int time,
    int internalAttributes,
    int externalAttributes,
    byte[] localExtra,
    byte[] extra,
    byte[] comment,
    int alignment) {
  private static final int UTF8 = 1 << 11;
  private static final int DEFLATE_LEVEL = 3 << 1;

  /** One date for all that we make: 1981-01-01, the first that every reader accepts. */
  private static final int TIME = (1 << 9 | 1 << 5 | 1) << 16;

  private static final byte[] NONE = {};

  static EntryHeader named(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int flags = bytes.length == name.length() ? 0 : UTF8;
    return new EntryHeader(bytes, 0, flags, TIME, 0, 0, NONE, NONE, NONE, 1);
  }

  /** Sizes stand in the headers that we write, and nothing is encrypted: those flags go. */
  int keptFlags() {
    return flags & (UTF8 | DEFLATE_LEVEL);
  }
}
