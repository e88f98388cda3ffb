package dev.dexscope.dex.write;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.write.ids.FinalIds;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.Adler32;

/** Writes files one after the other, which share their strings. */
final class ContainerWriter {
  private static final int CHECKSUM = 8;
  private static final int SIGNATURE = 12;
  private static final int SIGNED = 32;

  private final List<DexBuilder> parts;

  ContainerWriter(List<DexBuilder> parts) {
    this.parts = parts;
  }

  byte[] write() {
    var strings = FinalIds.Strings.of(parts.getFirst().pool().strings());
    int capacity = 1 << 12;
    for (DexBuilder each : parts) {
      DexFile base = each.base();
      capacity += base == null ? 1 << 16 : capacity(base);
    }
    var out = new DexOutput(capacity);
    int owner = stringOwner();
    List<DexWriter> writers = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      writers.add(new DexWriter(parts.get(i), strings, i == owner, out));
    }
    writers.forEach(DexWriter::write);
    for (DexWriter each : writers) {
      each.finish(writers.get(owner), out.size());
      seal(out, each.start(), each.end());
    }
    return out.toBytes();
  }

  /** Room for a fifth more; the header's size may be anything. */
  private static int capacity(DexFile base) {
    int size = (int) Math.min(base.segment().byteSize(), base.raw().size() & 0xffff_ffffL);
    return Math.min(size, Integer.MAX_VALUE / 2) / 5 * 6;
  }

  /**
   * Returns the file that contains shared strings: the one that contained them before, else the
   * last.
   */
  private int stringOwner() {
    int last = parts.size() - 1;
    return IntStream.range(0, last).filter(i -> hadStrings(parts.get(i))).findFirst().orElse(last);
  }

  private static boolean hadStrings(DexBuilder part) {
    DexFile base = part.base();
    if (base == null || base.stringCount() == 0) {
      return false;
    }
    int at = base.raw().stringIdsOffset();
    return at >= base.raw().headerOffset() && at < base.raw().headerOffset() + base.raw().size();
  }

  private static void seal(DexOutput out, int start, int end) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(out.buffer(), start + SIGNED, end - start - SIGNED);
      out.put(start + SIGNATURE, sha1.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    var adler = new Adler32();
    adler.update(out.buffer(), start + SIGNATURE, end - start - SIGNATURE);
    out.putInt32(start + CHECKSUM, (int) adler.getValue());
  }
}
