package dev.dexscope.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads one packet from the front to the back. What it does not hold is refused with a {@link
 * WireFormatException}, and no count is believed before the bytes for it are seen.
 *
 * <pre>{@code
 * WireReader in = WireReader.bigEndian("THNM", data);
 * int id = in.i4();
 * String name = in.text();
 * }</pre>
 */
public final class WireReader {
  private final String name;
  private final ByteBuffer in;

  private WireReader(String name, ByteBuffer in) {
    this.name = name;
    this.in = in;
  }

  /**
   * Of a packet whose numbers begin with their highest bytes.
   *
   * @param name of the packet, for errors
   */
  public static WireReader bigEndian(String name, byte[] bytes) {
    return new WireReader(name, ByteBuffer.wrap(bytes));
  }

  /**
   * Of a packet whose numbers begin with their lowest bytes.
   *
   * @param name of the packet, for errors
   */
  public static WireReader littleEndian(String name, byte[] bytes) {
    return new WireReader(name, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
  }

  /** Returns how many bytes are left. */
  public int remaining() {
    return in.remaining();
  }

  /** Returns how many bytes have been read. */
  public int position() {
    return in.position();
  }

  /** An unsigned byte. */
  public int u1() {
    need(1);
    return in.get() & 0xff;
  }

  /** Two bytes, unsigned. */
  public int u2() {
    need(2);
    return in.getShort() & 0xffff;
  }

  /** Four bytes, signed. */
  public int i4() {
    need(4);
    return in.getInt();
  }

  /** Four bytes, unsigned. */
  public long u4() {
    return i4() & 0xffffffffL;
  }

  /** Eight bytes, signed. */
  public long i8() {
    need(8);
    return in.getLong();
  }

  /** A number of 0, 1, 2, 4 or 8 bytes; all but the last kind are unsigned. */
  public long number(int size) {
    return switch (size) {
      case 0 -> 0;
      case 1 -> u1();
      case 2 -> u2();
      case 4 -> u4();
      case 8 -> i8();
      default -> throw new IllegalArgumentException("no number has " + size + " bytes");
    };
  }

  /**
   * Checks the number of following elements.
   *
   * @param least the least bytes of each
   */
  public int count(long count, int least) {
    if (count < 0 || count > remaining() / least) {
      throw fault(count + " entries do not fit into the " + remaining() + " bytes that follow");
    }
    return (int) count;
  }

  /** Bytes in an array of their own. */
  public byte[] bytes(long length) {
    byte[] bytes = new byte[count(length, 1)];
    in.get(bytes);
    return bytes;
  }

  /** All that is left. */
  public byte[] rest() {
    return bytes(remaining());
  }

  public void skip(long length) {
    need(length);
    in.position(in.position() + (int) length);
  }

  /** Text of so many bytes. */
  public String utf8(long length) {
    return new String(bytes(length), StandardCharsets.UTF_8);
  }

  /** Text of so many chars of two bytes. */
  public String chars(long length) {
    char[] chars = new char[count(length, 2)];
    for (int i = 0; i < chars.length; i++) {
      chars[i] = in.getChar();
    }
    return new String(chars);
  }

  /** The text of DDM: four bytes with the number of its chars, then these. */
  public String text() {
    return chars(u4());
  }

  /** Returns an exception for a fault at the current position. */
  public WireFormatException fault(String reason) {
    return new WireFormatException(name, in.position(), reason);
  }

  private void need(long length) {
    if (length < 0 || length > remaining()) {
      throw fault(length + " bytes are required, " + remaining() + " remain");
    }
  }
}
