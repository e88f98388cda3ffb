package dev.dexscope.natives.elf;

/**
 * An entry of the dynamic symbol table.
 *
 * @param index in the table
 * @param name the name; may be empty
 * @param info binding and type
 * @param section the section's number; 0 for a symbol of another library
 * @param value the address
 * @param version the version by name; empty for none
 * @param isHidden whether it is found by its version only
 */
public record Symbol(
    int index, String name, int info, int section, long value, String version, boolean isHidden) {
  static final int SIZE = 24;
  private static final int STB_LOCAL = 0;
  private static final int STB_WEAK = 2;
  private static final int STT_TLS = 6;
  private static final int STT_GNU_IFUNC = 10;

  /** Returns whether this library has the symbol. */
  public boolean isDefined() {
    return section != 0;
  }

  /** Returns whether nothing fails if no library has the symbol. */
  public boolean isWeak() {
    return info >> 4 == STB_WEAK;
  }

  /** Returns whether other libraries do not see the symbol. */
  public boolean isLocal() {
    return info >> 4 == STB_LOCAL;
  }

  /** Returns whether the value is an address in this library. */
  boolean isPlainAddress() {
    int type = info & 15;
    return isDefined() && type != STT_TLS && type != STT_GNU_IFUNC;
  }
}
