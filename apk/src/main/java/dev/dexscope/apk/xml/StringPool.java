package dev.dexscope.apk.xml;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The strings of a binary XML document (ResStringPool in ResourceTypes.h). As long as nothing
 * changes it is written back as the very bytes that were read, so that pools with odd layouts
 * survive.
 */
final class StringPool {
  private static final int HEADER = 28;
  private static final int SORTED = 1;
  private static final int UTF8 = 1 << 8;
  private static final int END = -1;

  private final byte[] original;
  private final int flags;
  private final List<String> strings;
  private final List<int[]> styles;
  private final Map<String, Integer> indexOf = new HashMap<>();
  private boolean changed;

  private StringPool(byte[] original, int flags, List<String> strings, List<int[]> styles) {
    this.original = original;
    this.flags = flags;
    this.strings = strings;
    this.styles = styles;
    for (int i = 0; i < strings.size(); i++) {
      indexOf.putIfAbsent(strings.get(i), i);
    }
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
    int flags = in.getInt(16);
    long stringsStart = Integer.toUnsignedLong(in.getInt(20));
    long stylesStart = Integer.toUnsignedLong(in.getInt(24));
    long indices = 4L * Integer.toUnsignedLong(count) + 4L * Integer.toUnsignedLong(styleCount);
    if (count < 0 || styleCount < 0 || chunk.headerSize() + indices > in.limit()) {
      throw chunk.fault(8, "string pool of " + Integer.toUnsignedString(count) + " strings");
    }
    List<String> strings = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long at = stringsStart + Integer.toUnsignedLong(in.getInt(chunk.headerSize() + 4 * i));
      strings.add((flags & UTF8) != 0 ? utf8(chunk, at) : utf16(chunk, at));
    }
    List<int[]> styles = new ArrayList<>(styleCount);
    for (int i = 0; i < styleCount; i++) {
      int index = chunk.headerSize() + 4 * (count + i);
      styles.add(style(chunk, stylesStart + Integer.toUnsignedLong(in.getInt(index))));
    }
    byte[] original = new byte[in.limit()];
    in.get(0, original);
    return new StringPool(original, flags, strings, styles);
  }

  /**
   * UTF-8 strings have two lengths in front: UTF-16 units, then bytes; each one or two bytes long.
   */
  private static String utf8(Chunk chunk, long start) {
    int at = chunk.inside(start, 2);
    at += (chunk.bytes().get(at) & 0x80) != 0 ? 2 : 1;
    at = chunk.inside(at, 1);
    int length = chunk.bytes().get(at) & 0xff;
    at++;
    if ((length & 0x80) != 0) {
      length = ((length & 0x7f) << 8) | (chunk.bytes().get(chunk.inside(at, 1)) & 0xff);
      at++;
    }
    byte[] text = new byte[length];
    chunk.bytes().get(chunk.inside(at, length), text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private static String utf16(Chunk chunk, long start) {
    int at = chunk.inside(start, 2);
    int length = chunk.bytes().getShort(at) & 0xffff;
    at += 2;
    if ((length & 0x8000) != 0) {
      length = ((length & 0x7fff) << 16) | (chunk.bytes().getShort(chunk.inside(at, 2)) & 0xffff);
      at += 2;
    }
    chunk.inside(at, 2L * length);
    byte[] text = new byte[2 * length];
    chunk.bytes().get(at, text);
    return new String(text, StandardCharsets.UTF_16LE);
  }

  /** A style is a list of spans (name, first, last) that ends with -1. */
  private static int[] style(Chunk chunk, long start) {
    int at = chunk.inside(start, 4);
    int end = at;
    while (chunk.bytes().getInt(chunk.inside(end, 4)) != END) {
      end = chunk.inside(end + 12L, 4);
    }
    int[] spans = new int[(end - at) / 4];
    for (int i = 0; i < spans.length; i++) {
      spans[i] = chunk.bytes().getInt(at + 4 * i);
    }
    return spans;
  }

  int size() {
    return strings.size();
  }

  String get(int index) {
    return strings.get(index);
  }

  /** The index of a string, which is added at the end where the pool lacks it. */
  int add(String text) {
    Integer known = indexOf.get(text);
    if (known != null && known >= styles.size()) {
      return known;
    }
    int index = strings.size();
    strings.add(text);
    indexOf.put(text, index);
    changed = true;
    return index;
  }

  /** Puts a string at an index; all strings from there on move up by one. */
  void insert(int index, String text) {
    strings.add(index, text);
    indexOf.clear();
    for (int i = 0; i < strings.size(); i++) {
      indexOf.putIfAbsent(strings.get(i), i);
    }
    changed = true;
  }

  byte[] write() {
    if (!changed) {
      return original;
    }
    byte[][] encoded = new byte[strings.size()][];
    int stringBytes = 0;
    for (int i = 0; i < encoded.length; i++) {
      encoded[i] = (flags & UTF8) != 0 ? encodeUtf8(strings.get(i)) : encodeUtf16(strings.get(i));
      stringBytes += encoded[i].length;
    }
    int padded = (stringBytes + 3) & ~3;
    int styleInts = styles.isEmpty() ? 0 : 2;
    for (int[] style : styles) {
      styleInts += style.length + 1;
    }
    int stringsStart = HEADER + 4 * (encoded.length + styles.size());
    int size = stringsStart + padded + 4 * styleInts;
    ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    out.putShort((short) Chunk.STRING_POOL).putShort((short) HEADER).putInt(size);
    // New strings stand at the end: the pool is sorted no longer.
    out.putInt(encoded.length).putInt(styles.size()).putInt(flags & ~SORTED);
    out.putInt(stringsStart).putInt(styles.isEmpty() ? 0 : stringsStart + padded);
    int at = 0;
    for (byte[] text : encoded) {
      out.putInt(at);
      at += text.length;
    }
    at = 0;
    for (int[] style : styles) {
      out.putInt(at);
      at += 4 * (style.length + 1);
    }
    for (byte[] text : encoded) {
      out.put(text);
    }
    out.position(stringsStart + padded);
    for (int[] style : styles) {
      for (int word : style) {
        out.putInt(word);
      }
      out.putInt(END);
    }
    if (!styles.isEmpty()) {
      out.putInt(END).putInt(END);
    }
    return out.array();
  }

  private static byte[] encodeUtf8(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0x7fff || text.length() > 0x7fff) {
      throw new IllegalArgumentException("string of " + bytes.length + " bytes is too long");
    }
    ByteBuffer out = ByteBuffer.allocate(bytes.length + 5);
    putUtf8Length(out, text.length());
    putUtf8Length(out, bytes.length);
    out.put(bytes).put((byte) 0);
    return java.util.Arrays.copyOf(out.array(), out.position());
  }

  private static void putUtf8Length(ByteBuffer out, int length) {
    if (length > 0x7f) {
      out.put((byte) (length >> 8 | 0x80));
    }
    out.put((byte) length);
  }

  private static byte[] encodeUtf16(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_16LE);
    int length = text.length();
    ByteBuffer out = ByteBuffer.allocate(bytes.length + 6).order(ByteOrder.LITTLE_ENDIAN);
    if (length > 0x7fff) {
      out.putShort((short) (length >> 16 | 0x8000));
    }
    out.putShort((short) length).put(bytes).putShort((short) 0);
    return java.util.Arrays.copyOf(out.array(), out.position());
  }
}
