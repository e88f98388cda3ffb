package dev.dexscope.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A packet in the making.
 *
 * <pre>{@code
 * byte[] data = WireWriter.bigEndian().i4(id).text(name).toBytes();
 * }</pre>
 */
public final class WireWriter {
  private static final int FIRST_SIZE = 64;

  private ByteBuffer out;

  private WireWriter(ByteOrder order) {
    out = ByteBuffer.wrap(new byte[FIRST_SIZE]).order(order);
  }

  public static WireWriter bigEndian() {
    return new WireWriter(ByteOrder.BIG_ENDIAN);
  }

  public static WireWriter littleEndian() {
    return new WireWriter(ByteOrder.LITTLE_ENDIAN);
  }

  public WireWriter u1(int value) {
    reserve(1).put((byte) value);
    return this;
  }

  public WireWriter u2(int value) {
    reserve(2).putShort((short) value);
    return this;
  }

  public WireWriter i4(int value) {
    reserve(4).putInt(value);
    return this;
  }

  public WireWriter i8(long value) {
    reserve(8).putLong(value);
    return this;
  }

  /** A number of 0, 1, 2, 4 or 8 bytes. */
  public WireWriter number(int size, long value) {
    return switch (size) {
      case 0 -> this;
      case 1 -> u1((int) value);
      case 2 -> u2((int) value);
      case 4 -> i4((int) value);
      case 8 -> i8(value);
      default -> throw new IllegalArgumentException("no number has " + size + " bytes");
    };
  }

  public WireWriter bytes(byte[] bytes) {
    reserve(bytes.length).put(bytes);
    return this;
  }

  public WireWriter utf8(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Two bytes for each char. */
  public WireWriter chars(String text) {
    ByteBuffer room = reserve(2 * text.length());
    for (int i = 0; i < text.length(); i++) {
      room.putChar(text.charAt(i));
    }
    return this;
  }

  /** The text of DDM: four bytes with the number of its chars, then these. */
  public WireWriter text(String text) {
    return i4(text.length()).chars(text);
  }

  /** Returns the bytes written so far. */
  public byte[] toBytes() {
    return Arrays.copyOf(out.array(), out.position());
  }

  private ByteBuffer reserve(int length) {
    if (out.remaining() < length) {
      int size = Math.max(Math.addExact(out.position(), length), 2 * out.capacity());
      out = ByteBuffer.wrap(new byte[size]).order(out.order()).put(out.flip());
    }
    return out;
  }
}
