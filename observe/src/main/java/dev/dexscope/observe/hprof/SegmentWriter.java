package dev.dexscope.observe.hprof;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes records; those of the heap, whose length precedes them, are gathered into segments. */
final class SegmentWriter {
  /** Segments are about as long; an array may make one longer. */
  private static final int SEGMENT = 1 << 18;

  private static final int RECORD_HEADER = 9;

  private final OutputStream out;
  private final ByteBuffer buffer = ByteBuffer.allocate(2 * SEGMENT);

  /** An entry too long for the buffer is being written; its segment's header has been. */
  private boolean isLong;

  SegmentWriter(OutputStream out) {
    this.out = out;
  }

  void header(String magic, int idSize, long time) throws IOException {
    buffer.put(magic.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
    buffer.putInt(idSize).putLong(time);
    flush();
  }

  /** Begins a record outside the heap segments. */
  void record(int tag, int length) throws IOException {
    if (buffer.position() > SEGMENT) {
      flush();
    }
    buffer.put((byte) tag).putInt(0).putInt(length);
  }

  /** Ends the records outside the heap segments. */
  void endRecords() throws IOException {
    flush();
  }

  /** Returns whether an entry of that many bytes would be the first of a segment. */
  boolean startsSegment(long size) {
    return isLong || buffer.position() == 0 || buffer.position() + size > SEGMENT;
  }

  /**
   * Begins an entry of the heap.
   *
   * @param size its bytes, with the tag
   */
  void entry(int tag, long size) throws IOException {
    if (startsSegment(size)) {
      endSegment();
      if (size > SEGMENT) {
        startSegment(size);
        isLong = true;
      }
    }
    u1(tag);
  }

  private void startSegment(long size) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(RECORD_HEADER);
    header.put((byte) Tag.HEAP_DUMP_SEGMENT).putInt(0).putInt((int) size);
    out.write(header.array());
  }

  void endSegment() throws IOException {
    if (isLong) {
      flush();
      isLong = false;
    } else if (buffer.position() > 0) {
      startSegment(buffer.position());
      flush();
    }
  }

  /** Ends the heap and the file. */
  void end() throws IOException {
    endSegment();
    record(Tag.HEAP_DUMP_END, 0);
    flush();
    out.flush();
  }

  private void flush() throws IOException {
    out.write(buffer.array(), 0, buffer.position());
    buffer.clear();
  }

  private void room(int size) throws IOException {
    if (buffer.remaining() < size) {
      flush();
    }
  }

  void u1(int value) throws IOException {
    room(1);
    buffer.put((byte) value);
  }

  void u2(int value) throws IOException {
    room(2);
    buffer.putShort((short) value);
  }

  void u4(int value) throws IOException {
    room(4);
    buffer.putInt(value);
  }

  void value(long bits, int size) throws IOException {
    room(8);
    switch (size) {
      case 1 -> buffer.put((byte) bits);
      case 2 -> buffer.putShort((short) bits);
      case 4 -> buffer.putInt((int) bits);
      default -> buffer.putLong(bits);
    }
  }

  void bytes(MemorySegment bytes) throws IOException {
    long size = bytes.byteSize();
    for (long at = 0; at < size; ) {
      room(1);
      int part = (int) Math.min(size - at, buffer.remaining());
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, buffer.array(), buffer.position(), part);
      buffer.position(buffer.position() + part);
      at += part;
    }
  }
}
