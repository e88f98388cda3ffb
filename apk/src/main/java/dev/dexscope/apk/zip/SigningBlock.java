package dev.dexscope.apk.zip;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The APK signing block: u8 size, pairs of u8 length, u4 id and a value, u8 size again, and a magic
 * word, right before the central directory.
 *
 * @param ids which pairs it has; empty when there is no block
 */
public record SigningBlock(Set<Integer> ids) {
  public static final int V2 = 0x7109871a;
  public static final int V3 = 0xf05368c0;
  public static final int V31 = 0x1b93ad61;

  /** The store's stamp, which names who made the package. */
  public static final int SOURCE_STAMP = 0x6dff800d;

  private static final int[] MAGIC = {0x204b5041, 0x20676953, 0x636f6c42, 0x3234206b};
  private static final int FOOTER = 24;
  private static final int MOST_PAIRS = 64;

  /** A damaged block counts as none: it goes when the package is written anyway. */
  static SigningBlock before(Bytes in, long directory) {
    Set<Integer> ids = new LinkedHashSet<>();
    long footer = directory - FOOTER;
    if (footer >= 8 && isMagic(in, footer + 8)) {
      long start = directory - 8 - in.u4(footer);
      long at = start + 8;
      while (start >= 0 && at <= footer - 12 && ids.size() < MOST_PAIRS) {
        ids.add(in.word(at + 8));
        at += 8 + Math.max(4, in.u4(at));
      }
    }
    return new SigningBlock(ids);
  }

  /** "APK Sig Block 42". */
  private static boolean isMagic(Bytes in, long at) {
    for (int i = 0; i < MAGIC.length; i++) {
      if (in.word(at + 4L * i) != MAGIC[i]) {
        return false;
      }
    }
    return true;
  }
}
