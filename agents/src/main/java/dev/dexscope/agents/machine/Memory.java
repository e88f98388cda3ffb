package dev.dexscope.agents.machine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;

/** The memory of the process by its addresses, as C has it. */
@SuppressWarnings("restricted") // Agents hand over addresses.
public final class Memory {
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private Memory() {}

  public static byte readByte(long address) {
    return ALL.get(ValueLayout.JAVA_BYTE, address);
  }

  public static int readInt(long address) {
    return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
  }

  public static long readLong(long address) {
    return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
  }

  public static void writeByte(long address, byte value) {
    ALL.set(ValueLayout.JAVA_BYTE, address, value);
  }

  public static void writeInt(long address, int value) {
    ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address, value);
  }

  public static void writeLong(long address, long value) {
    ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
  }

  /**
   * Writes a word for threads that read it without a lock: whoever finds it there finds all that
   * this thread has written before. Not every processor does that by itself.
   */
  static void publishLong(long address, long value) {
    VarHandle.releaseFence();
    writeLong(address, value);
  }

  /** Copies bytes. */
  public static void copy(long from, long to, long size) {
    MemorySegment.copy(ALL, from, ALL, to, size);
  }

  /** Reads words, at once: a read takes long where HotSpot interprets all code. */
  public static long[] readLongs(long address, int count) {
    long[] words = new long[count];
    MemorySegment.copy(ALL, ValueLayout.JAVA_LONG_UNALIGNED, address, words, 0, count);
    return words;
  }

  /** Reads bytes. */
  public static byte[] read(long address, int count) {
    byte[] bytes = new byte[count];
    MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, address, bytes, 0, count);
    return bytes;
  }

  /** Writes bytes. */
  public static void write(long address, byte[] bytes) {
    MemorySegment.copy(bytes, 0, ALL, ValueLayout.JAVA_BYTE, address, bytes.length);
  }

  /** A string that ends with a 0. */
  public static String string(long address) {
    return ALL.getString(address, StandardCharsets.UTF_8);
  }
}
