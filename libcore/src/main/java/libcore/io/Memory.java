package libcore.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.dexscope.libcore.NonMovableArrays;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Numbers at addresses and in byte arrays. {@code swap} says that the order of bytes is not the
 * processor's.
 */
public final class Memory {
  private Memory() {}

  /** A number of an array. */
  public static int peekInt(byte[] array, int offset, ByteOrder order) {
    return ByteBuffer.wrap(array).order(order).getInt(offset);
  }

  /** A number of an array. */
  public static long peekLong(byte[] array, int offset, ByteOrder order) {
    return ByteBuffer.wrap(array).order(order).getLong(offset);
  }

  /** A number of an array. */
  public static short peekShort(byte[] array, int offset, ByteOrder order) {
    return ByteBuffer.wrap(array).order(order).getShort(offset);
  }

  /** Puts a number into an array. */
  public static void pokeInt(byte[] array, int offset, int value, ByteOrder order) {
    ByteBuffer.wrap(array).order(order).putInt(offset, value);
  }

  /** Puts a number into an array. */
  public static void pokeLong(byte[] array, int offset, long value, ByteOrder order) {
    ByteBuffer.wrap(array).order(order).putLong(offset, value);
  }

  /** Puts a number into an array. */
  public static void pokeShort(byte[] array, int offset, short value, ByteOrder order) {
    ByteBuffer.wrap(array).order(order).putShort(offset, value);
  }

  /** The byte at an address. */
  public static byte peekByte(long address) {
    return NonMovableArrays.at(address, Byte.BYTES).get(JAVA_BYTE, 0);
  }

  /** The number at an address. */
  public static int peekInt(long address, boolean swap) {
    int value = NonMovableArrays.at(address, Integer.BYTES).get(JAVA_INT_UNALIGNED, 0);
    return swap ? Integer.reverseBytes(value) : value;
  }

  /** The number at an address. */
  public static long peekLong(long address, boolean swap) {
    long value = NonMovableArrays.at(address, Long.BYTES).get(JAVA_LONG_UNALIGNED, 0);
    return swap ? Long.reverseBytes(value) : value;
  }

  /** The number at an address. */
  public static short peekShort(long address, boolean swap) {
    short value = NonMovableArrays.at(address, Short.BYTES).get(JAVA_SHORT_UNALIGNED, 0);
    return swap ? Short.reverseBytes(value) : value;
  }

  /** Sets the byte at an address. */
  public static void pokeByte(long address, byte value) {
    NonMovableArrays.at(address, Byte.BYTES).set(JAVA_BYTE, 0, value);
  }

  /** Sets the number at an address. */
  public static void pokeInt(long address, int value, boolean swap) {
    NonMovableArrays.at(address, Integer.BYTES)
        .set(JAVA_INT_UNALIGNED, 0, swap ? Integer.reverseBytes(value) : value);
  }

  /** Sets the number at an address. */
  public static void pokeLong(long address, long value, boolean swap) {
    NonMovableArrays.at(address, Long.BYTES)
        .set(JAVA_LONG_UNALIGNED, 0, swap ? Long.reverseBytes(value) : value);
  }

  /** Sets the number at an address. */
  public static void pokeShort(long address, short value, boolean swap) {
    NonMovableArrays.at(address, Short.BYTES)
        .set(JAVA_SHORT_UNALIGNED, 0, swap ? Short.reverseBytes(value) : value);
  }
}
