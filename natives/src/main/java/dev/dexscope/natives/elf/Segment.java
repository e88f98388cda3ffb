package dev.dexscope.natives.elf;

/**
 * An entry of the program header table.
 *
 * @param type {@code PT_LOAD} and so on
 * @param flags readable, writable, executable
 * @param offset in the file
 * @param address before relocation
 * @param inFile the number of bytes in the file
 * @param inMemory the number of bytes in memory; those behind the file's are 0
 * @param align of the address
 */
public record Segment(
    int type, int flags, long offset, long address, long inFile, long inMemory, long align) {
  static final int SIZE = 56;
  static final int LOAD = 1;
  static final int DYNAMIC = 2;
  static final int TABLE = 6;
  static final int EXECUTABLE = 1;
  static final int WRITABLE = 2;
  static final int READABLE = 4;

  boolean holds(long at, long length) {
    return at >= address && length >= 0 && length <= inFile && at - address <= inFile - length;
  }

  long end() {
    return address + inMemory;
  }
}
