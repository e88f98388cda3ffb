package dev.dexscope.vm.differential;

/** The members that {@link Fixture} inherits and overrides. */
public class Base {
  /** Read and written by random methods through the subclass. */
  public int inherited = 7;

  /** Overridden, and called by invoke-super. */
  public int weight(byte b, char c, short s, boolean z) {
    return inherited + b * 3 + c * 5 + s * 7 + (z ? 11 : 13);
  }
}
