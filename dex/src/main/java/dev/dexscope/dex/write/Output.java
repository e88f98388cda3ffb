package dev.dexscope.dex.write;

import dev.dexscope.dex.DexFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes in the making, little-endian. */
final class Output {
  byte[] bytes;
  int size;

  Output(int capacity) {
    bytes = new byte[capacity];
  }

  private void require(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length + (bytes.length >> 1), size + more));
    }
  }

  /** Goes on at a multiple of a power of two. */
  void align(int alignment) {
    zeros(-size & (alignment - 1));
  }

  void zeros(int count) {
    require(count);
    Arrays.fill(bytes, size, size + count, (byte) 0);
    size += count;
  }

  void uint8(int value) {
    require(1);
    bytes[size++] = (byte) value;
  }

  void uint16(int value) {
    require(2);
    putUint16(size, value);
    size += 2;
  }

  void int32(int value) {
    require(4);
    putInt32(size, value);
    size += 4;
  }

  void uleb128(int value) {
    require(5);
    int rest = value;
    while (rest >>> 7 != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  void uleb128p1(int value) {
    uleb128(value + 1);
  }

  void sleb128(int value) {
    require(5);
    int rest = value;
    while (rest != (byte) (rest << 1) >> 1) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>= 7;
    }
    bytes[size++] = (byte) (rest & 0x7f);
  }

  void bytes(DexFile source, int from, int to) {
    require(to - from);
    source.readBytes(from, bytes, size, to - from);
    size += to - from;
  }

  void units(char[] source, int count) {
    require(count * 2);
    ByteBuffer.wrap(bytes, size, count * 2)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asCharBuffer()
        .put(source, 0, count);
    size += count * 2;
  }

  int getUint16(int at) {
    return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8;
  }

  int getInt32(int at) {
    return getUint16(at) | getUint16(at + 2) << 16;
  }

  void putUint16(int at, int value) {
    bytes[at] = (byte) value;
    bytes[at + 1] = (byte) (value >>> 8);
  }

  void putInt32(int at, int value) {
    putUint16(at, value);
    putUint16(at + 2, value >>> 16);
  }

  byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }
}
