package dev.dexscope.dex.raw;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Adler32;

/** The bytes that offsets count in, each access checked. Thread-safe. */
public final class DexBytes {
  /** Generous for real files, in which strings hardly overlap; hostile ones end here. */
  private static final long TEXT_PER_BYTE = 32;

  private static final long TEXT_AT_LEAST = 16L << 20;

  private final String name;
  private final Fault fault;
  private final MemorySegment segment;

  /** The same bytes: the interpreter, in which short commands run, reads a buffer much faster. */
  private final ByteBuffer data;

  private final AtomicLong textLeft;

  DexBytes(String name, MemorySegment segment, Fault fault) {
    this.name = name;
    this.fault = fault;
    if (segment.byteSize() > Integer.MAX_VALUE) {
      throw broken("header", 0, "is larger than 2 GiB");
    }
    this.segment = segment.asReadOnly();
    this.data = this.segment.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    this.textLeft = new AtomicLong(TEXT_AT_LEAST + segment.byteSize() * TEXT_PER_BYTE);
  }

  public String name() {
    return name;
  }

  MemorySegment segment() {
    return segment;
  }

  int size() {
    return data.capacity();
  }

  /** Returns an exception for a fault at an offset, to be thrown. */
  public RuntimeException broken(String section, long offset, String reason) {
    return fault.at(name, section, offset, reason);
  }

  /** Text that many items share is decoded a bounded number of times. */
  void spendText(int characters) {
    if (textLeft.addAndGet(-characters) < 0) {
      throw broken("string_data_item", 0, "strings overlap beyond measure");
    }
  }

  /** The Adler-32 checksum of a range that is inside the file. */
  int adler32(int from, int to) {
    var adler = new Adler32();
    adler.update(data.slice(from, to - from));
    return (int) adler.getValue();
  }

  int uint8(int at, String section) {
    if (at < 0 || at >= data.capacity()) {
      throw broken(section, at, "item exceeds the file");
    }
    return data.get(at) & 0xff;
  }

  public int uint16(int at, String section) {
    if (at < 0 || at > data.capacity() - 2) {
      throw broken(section, at, "offset outside the file");
    }
    return data.getShort(at) & 0xffff;
  }

  public int int32(int at, String section) {
    if (at < 0 || at > data.capacity() - 4) {
      throw broken(section, at, "offset outside the file");
    }
    return data.getInt(at);
  }

  /** Code units; the caller has checked the range. */
  public void read(int at, char[] units, int count) {
    data.slice(at, count * 2).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().get(units, 0, count);
  }

  /** Bytes; the caller has checked the range. */
  public void read(int at, byte[] bytes, int to, int count) {
    data.get(at, bytes, to, count);
  }

  int behindZero(int from, String section) {
    ByteBuffer buffer = data;
    int end = buffer.capacity();
    for (int at = from; at < end; at++) {
      if (buffer.get(at) == 0) {
        return at + 1;
      }
    }
    throw broken(section, from, "text without an end");
  }

  /** The length of the ASCII text that ends with a zero byte, or -1 when there is other text. */
  public int asciiLength(int at, int expected) {
    int end = at + expected;
    if (end < at || end >= data.capacity()) {
      return -1;
    }
    for (int i = at; i < end; i++) {
      if (data.get(i) <= 0) {
        return -1;
      }
    }
    return data.get(end) == 0 ? expected : -1;
  }
}
