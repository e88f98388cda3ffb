package dev.dexscope.trace.export.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A protobuf message in the making: tags, varints and nested messages, which is all that pprof and
 * Perfetto need. Forty lines instead of a library of 1.7 MB that would have to be on every start's
 * class path.
 */
final class Proto {
  private static final int VARINT = 0;
  private static final int LENGTH = 2;

  private byte[] bytes = new byte[256];
  private int size;

  Proto number(int field, long value) {
    varint((long) field << 3 | VARINT);
    varint(value);
    return this;
  }

  Proto text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  Proto bytes(int field, byte[] value) {
    varint((long) field << 3 | LENGTH);
    varint(value.length);
    append(value, value.length);
    return this;
  }

  Proto message(int field, Proto message) {
    varint((long) field << 3 | LENGTH);
    varint(message.size);
    append(message.bytes, message.size);
    return this;
  }

  /** A packed element of a repeated number. */
  void varint(long value) {
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

  void clear() {
    size = 0;
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }
}
