package dev.dexscope.base.zip;

import dev.dexscope.base.bytes.ByteView;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The extra field of a header (APPNOTE 4.5): blocks of u2 id, u2 size and that many bytes. Many
 * tools pad it with zeros, so a rest that is no block is no fault.
 */
final class ExtraFields {
  static final int ZIP64 = 0x0001;

  /** Android's padding block: u2 alignment, then zeros. */
  static final int ALIGNMENT = 0xd935;

  static final int BLOCK_HEADER = 4;

  private ExtraFields() {}

  /** All blocks but those that every writer makes anew. */
  static byte[] kept(byte[] extra) {
    var out = new ByteArrayOutputStream(extra.length);
    ByteBuffer in = ByteBuffer.wrap(extra).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; isBlock(in, at); at = end(in, at)) {
      if (id(in, at) != ZIP64 && id(in, at) != ALIGNMENT && id(in, at) != 0) {
        out.write(extra, at, end(in, at) - at);
      }
    }
    return out.toByteArray();
  }

  /** Returns the alignment that the packager requested, or 1. */
  static int alignment(byte[] extra) {
    ByteBuffer in = ByteBuffer.wrap(extra).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; isBlock(in, at); at = end(in, at)) {
      if (id(in, at) == ALIGNMENT && end(in, at) - at >= BLOCK_HEADER + 2) {
        int alignment = in.getShort(at + BLOCK_HEADER) & 0xffff;
        return Integer.bitCount(alignment) == 1 ? alignment : 1;
      }
    }
    return 1;
  }

  /** Returns the numbers of the zip64 block; empty if it is absent. */
  static ByteView zip64(String file, byte[] extra) {
    ByteBuffer in = ByteBuffer.wrap(extra).order(ByteOrder.LITTLE_ENDIAN);
    MemorySegment all = MemorySegment.ofArray(extra);
    for (int at = 0; isBlock(in, at); at = end(in, at)) {
      if (id(in, at) == ZIP64) {
        int from = at + BLOCK_HEADER;
        return view(file, all.asSlice(from, end(in, at) - from));
      }
    }
    return view(file, all.asSlice(0, 0));
  }

  private static ByteView view(String file, MemorySegment block) {
    return ByteView.of(file, block, ZipFormatException::new);
  }

  private static boolean isBlock(ByteBuffer in, int at) {
    return at + BLOCK_HEADER <= in.limit() && end(in, at) <= in.limit();
  }

  private static int id(ByteBuffer in, int at) {
    return in.getShort(at) & 0xffff;
  }

  private static int end(ByteBuffer in, int at) {
    return at + BLOCK_HEADER + (in.getShort(at + 2) & 0xffff);
  }
}
