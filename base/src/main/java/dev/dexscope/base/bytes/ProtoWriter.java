package dev.dexscope.base.bytes;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A protobuf message in the making: tags, varints and nested messages.
 *
 * <pre>{@code
 * new ProtoWriter().number(1, 42).message(2, new ProtoWriter().text(1, "main")).writeTo(out);
 * }</pre>
 */
public final class ProtoWriter {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;

  private byte[] bytes = new byte[256];
  private int size;

  /** A field with a number. */
  public ProtoWriter number(int field, long value) {
    varint((long) field << 3 | VARINT);
    varint(value);
    return this;
  }

  /** A field with a number in eight bytes. */
  public ProtoWriter fixed64(int field, long value) {
    varint((long) field << 3 | FIXED64);
    byte[] eight = new byte[Long.BYTES];
    for (int i = 0; i < eight.length; i++) {
      eight[i] = (byte) (value >>> (Byte.SIZE * i));
    }
    append(eight, eight.length);
    return this;
  }

  /** A field with a text. */
  public ProtoWriter text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  /** A field with bytes. */
  public ProtoWriter bytes(int field, byte[] value) {
    varint((long) field << 3 | LENGTH);
    varint(value.length);
    append(value, value.length);
    return this;
  }

  /** A field with a message. */
  public ProtoWriter message(int field, ProtoWriter message) {
    varint((long) field << 3 | LENGTH);
    varint(message.size);
    append(message.bytes, message.size);
    return this;
  }

  /** A packed element of a repeated number. */
  public void varint(long value) {
    if (size + 10 > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    while ((value & ~0x7fL) != 0) {
      bytes[size++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    bytes[size++] = (byte) value;
  }

  private void append(byte[] source, int length) {
    if (size + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + length, 2 * bytes.length));
    }
    System.arraycopy(source, 0, bytes, size, length);
    size += length;
  }

  /** Begins a new message. */
  public void clear() {
    size = 0;
  }

  /** Returns the bytes written so far. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }
}
