package dev.dexscope.dex.raw;

import java.lang.foreign.MemorySegment;

/**
 * Reads an item of a dex file from its start to its end; every step is checked. What {@code
 * DexFile} and its views decode items with.
 *
 * <pre>{@code
 * ItemCursor cursor = raw.cursor("class_data_item", offset);
 * int staticFields = cursor.count(2);
 * }</pre>
 */
public final class ItemCursor {
  private static final int MAX_DEPTH = 100;

  private final DexBytes bytes;
  private final String section;
  private int at;
  private int depth;

  public ItemCursor(DexBytes bytes, String section, int at) {
    this.bytes = bytes;
    this.section = section;
    this.at = at;
    if (at < 0 || at > bytes.size()) {
      throw broken("offset outside the file");
    }
  }

  /** Returns a cursor over separate bytes; the name is for errors. */
  public static ItemCursor of(String name, byte[] bytes, Fault fault) {
    return new ItemCursor(new DexBytes(name, MemorySegment.ofArray(bytes), fault), name, 0);
  }

  /** Returns the offset of the next read. */
  public int offset() {
    return at;
  }

  /** Returns an exception for a fault at this position, to be thrown. */
  public RuntimeException broken(String reason) {
    return bytes.broken(section, at, reason);
  }

  /** Goes on at a multiple of a power of two. */
  public void align(int alignment) {
    at = (at + alignment - 1) & -alignment;
  }

  /** Leaves bytes out. */
  public void skip(int count) {
    if (count < 0 || count > bytes.size() - at) {
      throw broken("item exceeds the file");
    }
    at += count;
  }

  /** Moves to the position after the next zero byte. */
  public void skipText() {
    at = bytes.behindZero(at, section);
  }

  /** A byte. */
  public int uint8() {
    int value = bytes.uint8(at, section);
    at++;
    return value;
  }

  /** A ushort. */
  public int uint16() {
    int value = bytes.uint16(at, section);
    at += 2;
    return value;
  }

  /** A uint, as its bits. */
  public int int32() {
    int value = bytes.int32(at, section);
    at += 4;
    return value;
  }

  /** An unsigned LEB128. */
  public int uleb128() {
    int result = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = uint8();
      result |= (next & 0x7f) << shift;
      if (next < 0x80) {
        return result;
      }
    }
    throw broken("number of more than five bytes");
  }

  /** An unsigned LEB128 of the value plus one: often -1, for "none". */
  public int uleb128p1() {
    return uleb128() - 1;
  }

  /** A signed LEB128. */
  public int sleb128() {
    int result = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = uint8();
      result |= (next & 0x7f) << shift;
      if (next < 0x80) {
        int unused = 32 - shift - 7;
        return unused > 0 ? result << unused >> unused : result;
      }
    }
    throw broken("number of more than five bytes");
  }

  /** An unsigned LEB128 that counts items of so many bytes each, at least. */
  public int count(int itemSize) {
    return checkCount(uleb128(), itemSize);
  }

  /** A uint that counts items of so many bytes each, at least. */
  public int count32(int itemSize) {
    return checkCount(int32(), itemSize);
  }

  /** The count, when so many items can follow. */
  public int checkCount(int count, int itemSize) {
    if (count < 0 || (long) count * itemSize > bytes.size() - at) {
      throw broken("count " + Integer.toUnsignedLong(count) + " exceeds the file");
    }
    return count;
  }

  /** Values and annotations nest; hostile ones without end. */
  public void enter() {
    if (++depth > MAX_DEPTH) {
      throw broken("values nested deeper than " + MAX_DEPTH);
    }
  }

  public void leave() {
    depth--;
  }
}
