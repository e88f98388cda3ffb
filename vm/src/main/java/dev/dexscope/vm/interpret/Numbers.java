package dev.dexscope.vm.interpret;

/** Arithmetic on the bits that registers hold. */
final class Numbers {
  private Numbers() {}

  static double real(long bits) {
    return Double.longBitsToDouble(bits);
  }

  static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  static float single(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  static long bits(float value) {
    return Float.floatToRawIntBits(value);
  }

  static int divide(int a, int b) {
    if (b == 0) {
      throw Thrown.divisionByZero();
    }
    return a / b;
  }

  static int remainder(int a, int b) {
    if (b == 0) {
      throw Thrown.divisionByZero();
    }
    return a % b;
  }

  private static long divide(long a, long b) {
    if (b == 0) {
      throw Thrown.divisionByZero();
    }
    return a / b;
  }

  private static long remainder(long a, long b) {
    if (b == 0) {
      throw Thrown.divisionByZero();
    }
    return a % b;
  }

  /** The result of an instruction on one value, or on two. */
  static long compute(int op, long x, long y) {
    return switch (op) {
      case Op.CMPL_FLOAT -> compare(single(x), single(y), -1);
      case Op.CMPG_FLOAT -> compare(single(x), single(y), 1);
      case Op.CMPL_DOUBLE -> compare(real(x), real(y), -1);
      case Op.CMPG_DOUBLE -> compare(real(x), real(y), 1);
      case Op.CMP_LONG -> Long.compare(x, y);
      case Op.NEG_INT -> -(int) x;
      case Op.NOT_INT -> ~(int) x;
      case Op.NEG_LONG -> -x;
      case Op.NOT_LONG -> ~x;
      case Op.NEG_FLOAT -> bits(-single(x));
      case Op.NEG_DOUBLE -> bits(-real(x));
      case Op.INT_TO_FLOAT -> bits((float) (int) x);
      case Op.INT_TO_DOUBLE -> bits((double) (int) x);
      case Op.LONG_TO_FLOAT -> bits((float) x);
      case Op.LONG_TO_DOUBLE -> bits((double) x);
      case Op.FLOAT_TO_INT -> (int) single(x);
      case Op.FLOAT_TO_LONG -> (long) single(x);
      case Op.FLOAT_TO_DOUBLE -> bits((double) single(x));
      case Op.DOUBLE_TO_INT -> (int) real(x);
      case Op.DOUBLE_TO_LONG -> (long) real(x);
      case Op.DOUBLE_TO_FLOAT -> bits((float) real(x));
      case Op.DIV_LONG -> divide(x, y);
      case Op.REM_LONG -> remainder(x, y);
      case Op.SHL_LONG -> x << (int) y;
      case Op.SHR_LONG -> x >> (int) y;
      case Op.USHR_LONG -> x >>> (int) y;
      case Op.ADD_FLOAT -> bits(single(x) + single(y));
      case Op.SUB_FLOAT -> bits(single(x) - single(y));
      case Op.MUL_FLOAT -> bits(single(x) * single(y));
      case Op.DIV_FLOAT -> bits(single(x) / single(y));
      case Op.REM_FLOAT -> bits(single(x) % single(y));
      case Op.DIV_DOUBLE -> bits(real(x) / real(y));
      case Op.REM_DOUBLE -> bits(real(x) % real(y));
      default -> throw new IllegalStateException("operation " + op);
    };
  }

  /** Compares; the result for a NaN depends on the instruction. */
  private static int compare(double a, double b, int unordered) {
    if (a > b) {
      return 1;
    }
    if (a == b) {
      return 0;
    }
    return a < b ? -1 : unordered;
  }
}
