package dev.dexscope.apk.xml;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The strings of a binary XML document (ResStringPool in ResourceTypes.h): indices into encoded
 * strings, which may share bytes. As long as nothing changes it is written back as the very bytes
 * that were read. New strings follow the old bytes, so that strings which are not well-formed
 * survive too. Strings are decoded on demand: a hostile pool of a million indices that name one
 * long string costs nothing.
 */
final class StringPool {
  static final int HEADER = 28;
  static final int UTF8 = 1 << 8;

  private static final int SORTED = 1;
  private static final int LONGEST_UTF8 = 0x7fff;

  private final Chunk original;
  private final boolean utf8;
  private final int stringsStart;
  private final int stylesStart;
  private final int[] styles;

  /** Encoded new strings, after the old ones. */
  private byte[] added = {};

  /** The start of each string, from the first; the added ones follow the old ones. */
  private int[] offsets;

  private boolean changed;

  private StringPool(
      Chunk original,
      boolean utf8,
      int stringsStart,
      int stylesStart,
      int[] offsets,
      int[] styles) {
    this.original = original;
    this.utf8 = utf8;
    this.stringsStart = stringsStart;
    this.stylesStart = stylesStart;
    this.offsets = offsets;
    this.styles = styles;
  }

  /**
   * @param chunk exactly the pool's chunk
   */
  static StringPool read(Chunk chunk) {
    ByteBuffer in = chunk.bytes();
    if (chunk.headerSize() < HEADER) {
      throw chunk.fault(2, "string pool header of " + chunk.headerSize() + " bytes");
    }
    int count = in.getInt(8);
    int styleCount = in.getInt(12);
    long indices = 4L * Integer.toUnsignedLong(count) + 4L * Integer.toUnsignedLong(styleCount);
    if (count < 0 || styleCount < 0 || chunk.headerSize() + indices > in.limit()) {
      throw chunk.fault(8, "string pool of " + Integer.toUnsignedString(count) + " strings");
    }
    int size = in.limit();
    var pool =
        new StringPool(
            chunk,
            (in.getInt(16) & UTF8) != 0,
            count == 0 ? size : chunk.inside(Integer.toUnsignedLong(in.getInt(20)), 0),
            styleCount == 0 ? size : chunk.inside(Integer.toUnsignedLong(in.getInt(24)), 0),
            indices(in, chunk.headerSize(), count),
            indices(in, chunk.headerSize() + 4 * count, styleCount));
    for (int offset : pool.offsets) {
      pool.text(chunk, pool.stringsStart + Integer.toUnsignedLong(offset));
    }
    return pool;
  }

  private static int[] indices(ByteBuffer in, int at, int count) {
    int[] indices = new int[count];
    for (int i = 0; i < count; i++) {
      indices[i] = in.getInt(at + 4 * i);
    }
    return indices;
  }

  /** The encoded text that begins at {@code start} with its length. */
  private ByteBuffer text(Chunk chunk, long start) {
    return utf8 ? utf8(chunk, start) : utf16(chunk, start);
  }

  /**
   * UTF-8 strings have two lengths in front: UTF-16 units, then bytes; each one or two bytes long.
   */
  private static ByteBuffer utf8(Chunk chunk, long start) {
    int at = chunk.inside(start, 2);
    at += (chunk.bytes().get(at) & 0x80) != 0 ? 2 : 1;
    at = chunk.inside(at, 1);
    int length = chunk.bytes().get(at) & 0xff;
    at++;
    if ((length & 0x80) != 0) {
      length = ((length & 0x7f) << 8) | (chunk.bytes().get(chunk.inside(at, 1)) & 0xff);
      at++;
    }
    return chunk.bytes().slice(chunk.inside(at, length), length);
  }

  private static ByteBuffer utf16(Chunk chunk, long start) {
    int at = chunk.inside(start, 2);
    int length = chunk.bytes().getShort(at) & 0xffff;
    at += 2;
    if ((length & 0x8000) != 0) {
      length = ((length & 0x7fff) << 16) | (chunk.bytes().getShort(chunk.inside(at, 2)) & 0xffff);
      at += 2;
    }
    return chunk.bytes().slice(chunk.inside(at, 2L * length), 2 * length);
  }

  int size() {
    return offsets.length;
  }

  String get(int index) {
    ByteBuffer text = encoded(index);
    byte[] bytes = new byte[text.remaining()];
    text.get(bytes);
    return new String(bytes, charset());
  }

  private ByteBuffer encoded(int index) {
    int old = original.size() - stringsStart;
    long offset = Integer.toUnsignedLong(offsets[index]);
    if (offset < old) {
      return text(original, stringsStart + offset);
    }
    ByteBuffer all = ByteBuffer.wrap(added).order(ByteOrder.LITTLE_ENDIAN);
    return text(new Chunk(original.file(), original.offset(), all), offset - padded(old));
  }

  /** The index of a string, which is added at the end where the pool lacks it. */
  int add(String text) {
    ByteBuffer wanted = ByteBuffer.wrap(text.getBytes(charset()));
    // The first strings have styles when any has: those are never plain text.
    for (int i = styles.length; i < offsets.length; i++) {
      if (encoded(i).equals(wanted)) {
        return i;
      }
    }
    insert(offsets.length, text);
    return offsets.length - 1;
  }

  /** Puts a string at an index; all strings from there on move up by one. */
  void insert(int index, String text) {
    byte[] entry = encode(text);
    int[] longer = Arrays.copyOf(offsets, offsets.length + 1);
    System.arraycopy(offsets, index, longer, index + 1, offsets.length - index);
    longer[index] = padded(original.size() - stringsStart) + added.length;
    offsets = longer;
    int end = added.length;
    added = Arrays.copyOf(added, end + entry.length);
    System.arraycopy(entry, 0, added, end, entry.length);
    changed = true;
  }

  byte[] write() {
    if (!changed) {
      return original.copy(0);
    }
    byte[] strings = original.copy(stringsStart);
    byte[] styled = original.copy(stylesStart);
    int start = HEADER + 4 * (offsets.length + styles.length);
    int stylesAt = start + padded(strings.length) + padded(added.length);
    int size = stylesAt + padded(styled.length);
    ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    out.putShort((short) Chunk.STRING_POOL).putShort((short) HEADER).putInt(size);
    // New strings stand at the end: the pool is sorted no longer.
    int flags = original.bytes().getInt(16) & ~SORTED;
    out.putInt(offsets.length).putInt(styles.length).putInt(flags);
    out.putInt(start).putInt(styles.length == 0 ? 0 : stylesAt);
    for (int offset : offsets) {
      out.putInt(offset);
    }
    for (int style : styles) {
      out.putInt(style);
    }
    out.put(strings).position(start + padded(strings.length));
    out.put(added).position(stylesAt);
    return out.put(styled).array();
  }

  private static int padded(int length) {
    return (length + 3) & ~3;
  }

  private Charset charset() {
    return utf8 ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16LE;
  }

  private byte[] encode(String text) {
    byte[] bytes = text.getBytes(charset());
    ByteBuffer out = ByteBuffer.allocate(bytes.length + 6).order(ByteOrder.LITTLE_ENDIAN);
    if (utf8) {
      if (bytes.length > LONGEST_UTF8) {
        throw original.fault(0, "no room for a string of " + bytes.length + " bytes");
      }
      putUtf8Length(out, text.length());
      putUtf8Length(out, bytes.length);
      out.put(bytes).put((byte) 0);
    } else {
      if (text.length() > 0x7fff) {
        out.putShort((short) (text.length() >> 16 | 0x8000));
      }
      out.putShort((short) text.length()).put(bytes).putShort((short) 0);
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  private static void putUtf8Length(ByteBuffer out, int length) {
    if (length > 0x7f) {
      out.put((byte) (length >> 8 | 0x80));
    }
    out.put((byte) length);
  }
}
