package dev.dexscope.dex.raw;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes in the making, little-endian. */
public final class DexOutput {
  private byte[] bytes;
  private int size;

  public DexOutput(int capacity) {
    bytes = new byte[capacity];
  }

  /** The bytes, for checksums: the first {@link #size} of them. */
  public byte[] buffer() {
    return bytes;
  }

  /** Returns how many bytes there are. */
  public int size() {
    return size;
  }

  /** Removes everything after the first so many bytes. */
  public void truncate(int count) {
    size = count;
  }

  private void require(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length + (bytes.length >> 1), size + more));
    }
  }

  /** Goes on at a multiple of a power of two. */
  public void align(int alignment) {
    zeros(-size & (alignment - 1));
  }

  public void zeros(int count) {
    require(count);
    Arrays.fill(bytes, size, size + count, (byte) 0);
    size += count;
  }

  public void uint8(int value) {
    require(1);
    bytes[size++] = (byte) value;
  }

  public void uint16(int value) {
    require(2);
    putUint16(size, value);
    size += 2;
  }

  public void int32(int value) {
    require(4);
    putInt32(size, value);
    size += 4;
  }

  public void uleb128(int value) {
    require(5);
    int rest = value;
    while (rest >>> 7 != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  public void uleb128p1(int value) {
    uleb128(value + 1);
  }

  public void sleb128(int value) {
    require(5);
    int rest = value;
    while (rest != (byte) (rest << 1) >> 1) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>= 7;
    }
    bytes[size++] = (byte) (rest & 0x7f);
  }

  public void bytes(RawDex source, int from, int to) {
    require(to - from);
    source.readBytes(from, bytes, size, to - from);
    size += to - from;
  }

  public void units(char[] source, int count) {
    require(count * 2);
    ByteBuffer.wrap(bytes, size, count * 2)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asCharBuffer()
        .put(source, 0, count);
    size += count * 2;
  }

  public int getUint16(int at) {
    return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8;
  }

  int getInt32(int at) {
    return getUint16(at) | getUint16(at + 2) << 16;
  }

  public void putUint16(int at, int value) {
    bytes[at] = (byte) value;
    bytes[at + 1] = (byte) (value >>> 8);
  }

  public void put(int at, byte[] source) {
    System.arraycopy(source, 0, bytes, at, source.length);
  }

  public void putInt32(int at, int value) {
    putUint16(at, value);
    putUint16(at + 2, value >>> 16);
  }

  public byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }
}
