package dev.dexscope.trace.export.profile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Thrift's compact protocol, as much of it as Parquet's metadata need: structs, lists, integers,
 * binaries. Names are those of the protocol's specification.
 */
final class ThriftCompact {
  static final int I32 = 5;
  static final int BINARY = 8;
  static final int STRUCT = 12;
  private static final int I64 = 6;
  private static final int LIST = 9;
  private static final int SHORT_LIST = 15;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Deque<Integer> outerFields = new ArrayDeque<>();
  private int lastField;

  byte[] bytes() {
    return out.toByteArray();
  }

  ThriftCompact i32(int field, int value) {
    header(field, I32);
    zigzag(value);
    return this;
  }

  ThriftCompact i64(int field, long value) {
    header(field, I64);
    zigzag(value);
    return this;
  }

  ThriftCompact text(int field, String value) {
    return binary(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ThriftCompact binary(int field, byte[] value) {
    header(field, BINARY);
    element(value);
    return this;
  }

  /** Begins a struct in a field; {@link #end} ends it. */
  ThriftCompact struct(int field) {
    header(field, STRUCT);
    return element();
  }

  ThriftCompact list(int field, int elementType, int size) {
    header(field, LIST);
    if (size < SHORT_LIST) {
      out.write(size << 4 | elementType);
    } else {
      out.write(SHORT_LIST << 4 | elementType);
      varint(size);
    }
    return this;
  }

  /** Begins a struct that is an element of a list. */
  ThriftCompact element() {
    outerFields.push(lastField);
    lastField = 0;
    return this;
  }

  /** A number that is an element of a list. */
  ThriftCompact element(int value) {
    zigzag(value);
    return this;
  }

  /** A binary that is an element of a list. */
  ThriftCompact element(byte[] value) {
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  /** Ends a struct; the outermost one needs it too. */
  ThriftCompact end() {
    out.write(0);
    lastField = outerFields.isEmpty() ? 0 : outerFields.pop();
    return this;
  }

  private void header(int field, int type) {
    out.write((field - lastField) << 4 | type);
    lastField = field;
  }

  private void zigzag(long value) {
    varint((value << 1) ^ (value >> 63));
  }

  private void varint(long value) {
    while ((value & ~0x7fL) != 0) {
      out.write((int) (value | 0x80));
      value >>>= 7;
    }
    out.write((int) value);
  }
}
