package dev.dexscope.natives.elf;

/**
 * A place that the loader fills.
 *
 * @param address of the place
 * @param type what is written, by the machine's number
 * @param symbol the index of the symbol; 0 for none
 * @param addend added to the symbol's address
 */
public record Relocation(long address, int type, int symbol, long addend) {
  static final int SIZE = 24;
}
