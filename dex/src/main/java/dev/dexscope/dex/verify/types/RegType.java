package dev.dexscope.dex.verify.types;

/**
 * The content of a register, as an {@code int}. The values below 32 are the fixed types of this
 * class; values above are the reference types of one {@link RegTypes}.
 *
 * <p>A constant fits several types until it is used: {@code const/4 v0, 0} may be an int, a
 * boolean, a float or null. It is known by its magnitude alone.
 */
public final class RegType {
  /** Not written on some path: may not be read, nor copied. */
  public static final int UNDEFINED = 0;

  /** Different things on different paths: may be copied, not read. */
  public static final int CONFLICT = 1;

  /** An element of an array that is null itself. */
  public static final int NULL = 2;

  public static final int BOOLEAN = 3;
  public static final int BYTE = 4;
  public static final int SHORT = 5;
  public static final int CHAR = 6;
  public static final int INTEGER = 7;
  public static final int FLOAT = 8;
  public static final int LONG_LO = 9;
  public static final int LONG_HI = 10;
  public static final int DOUBLE_LO = 11;
  public static final int DOUBLE_HI = 12;
  public static final int CONST_LO = 13;
  public static final int CONST_HI = 14;

  /** The constant 0: an integer, a float or null. */
  public static final int ZERO = 15;

  public static final int ONE = 16;
  public static final int POSITIVE_BYTE = 17;
  public static final int POSITIVE_SHORT = 18;
  public static final int POSITIVE_CHAR = 19;
  public static final int NEGATIVE_BYTE = 20;
  public static final int NEGATIVE_SHORT = 21;
  public static final int INT_CONSTANT = 22;

  /** The first reference type. */
  public static final int FIRST_REFERENCE = 32;

  private static final int CONSTANTS =
      bits(
          ZERO,
          ONE,
          POSITIVE_BYTE,
          POSITIVE_SHORT,
          POSITIVE_CHAR,
          NEGATIVE_BYTE,
          NEGATIVE_SHORT,
          INT_CONSTANT);
  private static final int NEGATIVE = bits(NEGATIVE_BYTE, NEGATIVE_SHORT);
  private static final int BYTE_CONSTANTS = bits(ZERO, ONE, POSITIVE_BYTE, NEGATIVE_BYTE);
  private static final int SHORT_CONSTANTS = BYTE_CONSTANTS | bits(POSITIVE_SHORT, NEGATIVE_SHORT);
  private static final int BOOLEANS = bits(BOOLEAN, ZERO, ONE);
  private static final int BYTES = BYTE_CONSTANTS | bits(BYTE, BOOLEAN);
  private static final int SHORTS = SHORT_CONSTANTS | bits(SHORT, BYTE, BOOLEAN);
  private static final int CHARS =
      BOOLEANS | bits(CHAR, POSITIVE_BYTE, POSITIVE_SHORT, POSITIVE_CHAR);
  private static final int INTEGRALS = CONSTANTS | bits(BOOLEAN, BYTE, SHORT, CHAR, INTEGER);
  private static final int FLOATS = CONSTANTS | bits(FLOAT);
  private static final int LONGS = bits(LONG_LO, CONST_LO);
  private static final int DOUBLES = bits(DOUBLE_LO, CONST_LO);
  private static final int LONG_HIGHS = bits(LONG_HI, CONST_HI);
  private static final int DOUBLE_HIGHS = bits(DOUBLE_HI, CONST_HI);
  private static final int LOW_HALVES = bits(LONG_LO, DOUBLE_LO, CONST_LO);
  private static final int HIGH_HALVES = bits(LONG_HI, DOUBLE_HI, CONST_HI);
  private static final int NULLS = bits(ZERO, NULL);

  /** For a fixed type, the fixed types that are accepted where it is expected. */
  private static final int[] ACCEPTS = accepts();

  private static final byte[] MERGED = mergeAll();

  private RegType() {}

  private static int bits(int... types) {
    int set = 0;
    for (int type : types) {
      set |= 1 << type;
    }
    return set;
  }

  private static boolean in(int set, int type) {
    return type < FIRST_REFERENCE && ((set >>> type) & 1) != 0;
  }

  static boolean isConstant(int type) {
    return in(CONSTANTS, type);
  }

  public static boolean isBoolean(int type) {
    return in(BOOLEANS, type);
  }

  public static boolean isIntegral(int type) {
    return in(INTEGRALS, type);
  }

  public static boolean isFloat(int type) {
    return in(FLOATS, type);
  }

  static boolean isLong(int type) {
    return in(LONGS, type);
  }

  static boolean isDouble(int type) {
    return in(DOUBLES, type);
  }

  /** One register wide and no reference; a zero is both. */
  public static boolean isCategory1(int type) {
    return in(INTEGRALS | FLOATS, type);
  }

  public static boolean isLowHalf(int type) {
    return in(LOW_HALVES, type);
  }

  static boolean isHighHalf(int type) {
    return in(HIGH_HALVES, type);
  }

  public static boolean isHalf(int type) {
    return in(LOW_HALVES | HIGH_HALVES, type);
  }

  /** True for zero and null, that fit every reference type. */
  public static boolean isZeroOrNull(int type) {
    return in(NULLS, type);
  }

  public static boolean isReference(int type) {
    return type >= FIRST_REFERENCE || isZeroOrNull(type);
  }

  public static boolean isNonZeroReference(int type) {
    return type >= FIRST_REFERENCE;
  }

  public static boolean isPair(int low, int high) {
    return switch (low) {
      case LONG_LO -> high == LONG_HI;
      case DOUBLE_LO -> high == DOUBLE_HI;
      case CONST_LO -> high == CONST_HI;
      default -> false;
    };
  }

  public static int highHalf(int low) {
    return low + 1;
  }

  public static int constant(int value) {
    if (value < 0) {
      return value < Short.MIN_VALUE
          ? INT_CONSTANT
          : value < Byte.MIN_VALUE ? NEGATIVE_SHORT : NEGATIVE_BYTE;
    }
    if (value <= 1) {
      return value == 0 ? ZERO : ONE;
    }
    if (value <= Short.MAX_VALUE) {
      return value <= Byte.MAX_VALUE ? POSITIVE_BYTE : POSITIVE_SHORT;
    }
    return value <= Character.MAX_VALUE ? POSITIVE_CHAR : INT_CONSTANT;
  }

  /** Returns whether a fixed type is accepted where another fixed type is expected. */
  public static boolean accepts(int expected, int actual) {
    return expected == actual || in(ACCEPTS[expected], actual);
  }

  private static int[] accepts() {
    int[] sets = new int[FIRST_REFERENCE];
    sets[BOOLEAN] = BOOLEANS;
    sets[BYTE] = BYTES;
    sets[SHORT] = SHORTS;
    sets[CHAR] = CHARS;
    sets[INTEGER] = INTEGRALS;
    sets[FLOAT] = FLOATS;
    sets[LONG_LO] = LONGS;
    sets[DOUBLE_LO] = DOUBLES;
    return sets;
  }

  /** Returns the result of merging a register that holds these fixed types on two paths. */
  static int merge(int a, int b) {
    return MERGED[(a << 5) | b];
  }

  private static byte[] mergeAll() {
    byte[] table = new byte[FIRST_REFERENCE * FIRST_REFERENCE];
    for (int a = 0; a <= INT_CONSTANT; a++) {
      for (int b = 0; b <= INT_CONSTANT; b++) {
        table[(a << 5) | b] = (byte) (a == b ? a : mergeDifferent(a, b));
      }
    }
    return table;
  }

  private static int mergeDifferent(int a, int b) {
    if (a == UNDEFINED || b == UNDEFINED) {
      return UNDEFINED;
    }
    if (isConstant(a) && isConstant(b)) {
      return mergeConstants(a, b);
    }
    if (isIntegral(a) && isIntegral(b)) {
      return mergeIntegrals(a, b);
    }
    for (int set : new int[] {FLOATS, LONGS, LONG_HIGHS, DOUBLES, DOUBLE_HIGHS}) {
      if (in(set, a) && in(set, b)) {
        return isConstant(a) || a == CONST_LO || a == CONST_HI ? b : a;
      }
    }
    return isZeroOrNull(a) && isZeroOrNull(b) ? NULL : CONFLICT;
  }

  /** The larger magnitude of one sign, else the smallest signed type that holds both. */
  private static int mergeConstants(int a, int b) {
    boolean negativeA = in(NEGATIVE, a);
    if (negativeA == in(NEGATIVE, b)) {
      return Math.max(a, b);
    }
    if (in(BYTE_CONSTANTS, a) && in(BYTE_CONSTANTS, b)) {
      return NEGATIVE_BYTE;
    }
    return in(SHORT_CONSTANTS, a) && in(SHORT_CONSTANTS, b) ? NEGATIVE_SHORT : INT_CONSTANT;
  }

  private static int mergeIntegrals(int a, int b) {
    if (in(BOOLEANS, a) && in(BOOLEANS, b)) {
      return BOOLEAN;
    }
    if (in(BYTES, a) && in(BYTES, b)) {
      return BYTE;
    }
    if (in(SHORTS, a) && in(SHORTS, b)) {
      return SHORT;
    }
    return in(CHARS, a) && in(CHARS, b) ? CHAR : INTEGER;
  }

  /** The fixed type of a primitive descriptor, its low half when wide; {@code V} is a conflict. */
  static int ofPrimitive(char descriptor) {
    return switch (descriptor) {
      case 'Z' -> BOOLEAN;
      case 'B' -> BYTE;
      case 'S' -> SHORT;
      case 'C' -> CHAR;
      case 'I' -> INTEGER;
      case 'F' -> FLOAT;
      case 'J' -> LONG_LO;
      case 'D' -> DOUBLE_LO;
      default -> CONFLICT;
    };
  }

  static String name(int fixed) {
    return switch (fixed) {
      case UNDEFINED -> "Undefined";
      case CONFLICT -> "Conflict";
      case NULL -> "null";
      case BOOLEAN -> "Boolean";
      case BYTE -> "Byte";
      case SHORT -> "Short";
      case CHAR -> "Char";
      case INTEGER -> "Integer";
      case FLOAT -> "Float";
      case LONG_LO -> "Long (Low Half)";
      case LONG_HI -> "Long (High Half)";
      case DOUBLE_LO -> "Double (Low Half)";
      case DOUBLE_HI -> "Double (High Half)";
      case CONST_LO -> "Constant (Low Half)";
      case CONST_HI -> "Constant (High Half)";
      case ZERO -> "Zero/null";
      case ONE -> "Constant: 1";
      case POSITIVE_BYTE -> "Constant: 127";
      case POSITIVE_SHORT -> "Constant: 32767";
      case POSITIVE_CHAR -> "Constant: 65535";
      case NEGATIVE_BYTE -> "Constant: -128";
      case NEGATIVE_SHORT -> "Constant: -32768";
      default -> "Constant: int";
    };
  }
}
