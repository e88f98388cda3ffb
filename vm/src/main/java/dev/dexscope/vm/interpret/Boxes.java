package dev.dexscope.vm.interpret;

import org.jspecify.annotations.Nullable;

/** Values between registers and the boxes that stubs hand over. */
final class Boxes {
  private Boxes() {}

  /** Returns the value of a type, identified by its letter in a shorty. */
  static @Nullable Object box(char type, long number, @Nullable Object reference) {
    return switch (type) {
      case 'V' -> null;
      case 'Z' -> (number & 1) != 0;
      case 'B' -> (byte) number;
      case 'S' -> (short) number;
      case 'C' -> (char) number;
      case 'I' -> (int) number;
      case 'J' -> number;
      case 'F' -> Float.intBitsToFloat((int) number);
      case 'D' -> Double.longBitsToDouble(number);
      default -> reference;
    };
  }

  /** The bits of a number. */
  static long unbox(@Nullable Object box) {
    return switch (box) {
      case Boolean b -> b ? 1 : 0;
      case Character c -> c;
      case Float f -> Float.floatToRawIntBits(f);
      case Double d -> Double.doubleToRawLongBits(d);
      case Number integer -> integer.longValue();
      case null, default -> throw new IllegalArgumentException("no number: " + box);
    };
  }
}
