package dev.dexscope.dex;

/**
 * The instruction formats, named as in the specification ("Dalvik executable instruction format"):
 * code units, number of registers, kind of the other operand.
 */
public enum Format {
  F10X(1, 0, 0),
  F12X(1, 4, 4),
  F11N(1, 4, 0),
  F11X(1, 8, 0),
  F10T(1, 0, 0),
  F20T(2, 0, 0),
  F22X(2, 8, 16),
  F21T(2, 8, 0),
  F21S(2, 8, 0),
  F21IH(2, 8, 0),
  F21LH(2, 8, 0),
  F21C(2, 8, 0),
  F23X(2, 8, 8),
  F22B(2, 8, 8),
  F22T(2, 4, 4),
  F22S(2, 4, 4),
  F22C(2, 4, 4),
  F30T(3, 0, 0),
  F32X(3, 16, 16),
  F31I(3, 8, 0),
  F31T(3, 8, 0),
  F31C(3, 8, 0),
  F35C(3, 0, 0),
  F3RC(3, 0, 0),
  F45CC(4, 0, 0),
  F4RCC(4, 0, 0),
  F51L(5, 8, 0);

  private final int units;
  private final int bitsOfA;
  private final int bitsOfB;

  Format(int units, int bitsOfA, int bitsOfB) {
    this.units = units;
    this.bitsOfA = bitsOfA;
    this.bitsOfB = bitsOfB;
  }

  /** The size of an instruction, in code units of 16 bits. */
  public int units() {
    return units;
  }

  /** Returns the width of register operand A: 4, 8 or 16 bits, or 0 if absent. */
  public int bitsOfA() {
    return bitsOfA;
  }

  /** Returns the width of register operand B: 4, 8 or 16 bits, or 0 if absent. */
  public int bitsOfB() {
    return bitsOfB;
  }
}
