package dev.dexscope.base.zip;

import dev.dexscope.base.bytes.ByteView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The APK signing block: u8 size, pairs of u8 length, u4 id and a value, u8 size again, and a magic
 * word, right before the central directory. A damaged block is ignored: it is removed when the
 * package is written anyway.
 */
public final class SigningBlock {
  public static final int V2 = 0x7109871a;
  public static final int V3 = 0xf05368c0;
  public static final int V31 = 0x1b93ad61;

  private static final int[] MAGIC = {0x204b5041, 0x20676953, 0x636f6c42, 0x3234206b};
  private static final int FOOTER = 24;
  private static final int MOST_PAIRS = 64;

  /** Android takes no more. */
  private static final int MOST_SIGNERS = 10;

  private final Map<Integer, ByteView> values;

  private SigningBlock(Map<Integer, ByteView> values) {
    this.values = values;
  }

  static SigningBlock before(ByteView in, long directory) {
    Map<Integer, ByteView> values = new LinkedHashMap<>();
    long footer = directory - FOOTER;
    if (footer >= 8 && isMagic(in, footer + 8)) {
      long at = directory - in.u4(footer);
      while (at >= 0 && at <= footer - 12 && values.size() < MOST_PAIRS) {
        long length = in.u4(at);
        if (length < 4 || length > footer - at - 8) {
          break;
        }
        values.put(in.i4(at + 8), in.slice(at + 12, length - 4));
        at += 8 + length;
      }
    }
    return new SigningBlock(values);
  }

  /** "APK Sig Block 42". */
  private static boolean isMagic(ByteView in, long at) {
    for (int i = 0; i < MAGIC.length; i++) {
      if (in.i4(at + 4L * i) != MAGIC[i]) {
        return false;
      }
    }
    return true;
  }

  /** Which pairs it has; empty when there is no block. */
  public Set<Integer> ids() {
    return values.keySet();
  }

  /** The signers' certificates, each signer's own, as they are encoded. */
  public List<byte[]> certificates() {
    List<byte[]> certificates = new ArrayList<>();
    for (int scheme : new int[] {V2, V3, V31}) {
      ByteView value = values.get(scheme);
      if (value != null) {
        try {
          certificates.addAll(certificates(value));
        } catch (ZipFormatException e) {
          // Nobody's certificate can be read from a damaged signature.
        }
      }
    }
    return certificates;
  }

  /**
   * Every part follows its u4 length: signers, a signer, its signed data; in that the digests, then
   * the certificates, its own first.
   */
  private static List<byte[]> certificates(ByteView in) {
    List<byte[]> certificates = new ArrayList<>();
    for (long at = 4; at < in.size() && certificates.size() < MOST_SIGNERS; at += 4 + in.u4(at)) {
      long digests = at + 8;
      long first = digests + 4 + in.u4(digests) + 4;
      certificates.add(in.copy(first + 4, in.u4(first)));
    }
    return certificates;
  }
}
