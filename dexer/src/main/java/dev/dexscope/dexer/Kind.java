package dev.dexscope.dexer;

/**
 * The kinds of values in local variables and on the operand stack, as far as dex code needs them:
 * how they are moved, and whether an array is one of bytes or of booleans, which class files do not
 * distinguish.
 */
final class Kind {
  static final byte NONE = 0;
  static final byte INT = 1;
  static final byte FLOAT = 2;
  static final byte LONG = 3;
  static final byte DOUBLE = 4;

  /** The second slot of a long or double. */
  static final byte SECOND = 5;

  static final byte NULL = 6;

  /** A reference to anything but arrays of bytes and booleans. */
  static final byte REFERENCE = 7;

  /** An array of bytes; then arrays of these, two numbers further for each dimension. */
  private static final byte BYTES = 8;

  private static final byte BOOLEANS = 9;
  private static final int MOST_DIMENSIONS = 50;

  /** In the order of the letters of typed instructions: int, long, float, double, reference. */
  static final byte[] OF_TYPED = {INT, LONG, FLOAT, DOUBLE, REFERENCE};

  private Kind() {}

  static byte of(String descriptor) {
    return switch (descriptor.charAt(0)) {
      case 'J' -> LONG;
      case 'D' -> DOUBLE;
      case 'F' -> FLOAT;
      case 'L' -> REFERENCE;
      case '[' -> ofArray(descriptor);
      case 'V' -> NONE;
      default -> INT;
    };
  }

  private static byte ofArray(String descriptor) {
    int dimensions = descriptor.lastIndexOf('[') + 1;
    char element = descriptor.charAt(dimensions);
    if ((element != 'B' && element != 'Z') || dimensions > MOST_DIMENSIONS) {
      return REFERENCE;
    }
    return (byte) ((element == 'B' ? BYTES : BOOLEANS) + 2 * (dimensions - 1));
  }

  /** Returns the kind of the elements of an array of references. */
  static byte ofElement(byte array) {
    return array > BOOLEANS ? (byte) (array - 2) : array == NULL ? NULL : REFERENCE;
  }

  static boolean isBooleans(byte array) {
    return array == BOOLEANS;
  }

  static boolean isWide(byte kind) {
    return kind == LONG || kind == DOUBLE;
  }

  /** Returns how many slots or registers a value takes. */
  static int width(byte kind) {
    return isWide(kind) ? 2 : 1;
  }

  static boolean isReference(byte kind) {
    return kind >= NULL;
  }

  /** Returns the kind of a value that comes from two places. */
  static byte merge(byte a, byte b) {
    if (a == b) {
      return a;
    }
    if (!isReference(a) || !isReference(b)) {
      return NONE;
    }
    return a == NULL ? b : b == NULL ? a : REFERENCE;
  }
}
