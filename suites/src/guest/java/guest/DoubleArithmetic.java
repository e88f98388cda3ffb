package guest;

/** Every double operation, comparison and conversion. */
public class DoubleArithmetic {
  private static final double[] VALUES = {
    0d, -0d, 1d, -1d, 0.1, 0.5, 1.5, 2.5, -2.5, Math.PI, 1e10, -1e10, 1e-300, 1e300, 2147483647d, 2147483648d,
    -2147483649d, 4294967296d, 9.223372036854775e18, 9.3e18, -9.3e18, 1e39, Double.MAX_VALUE, Double.MIN_VALUE,
    Double.MIN_NORMAL, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
  };

  interface Op {
    long apply(double a, double b);
  }

  public static void main(String[] args) {
    show("add", (a, b) -> bits(a + b));
    show("sub", (a, b) -> bits(a - b));
    show("mul", (a, b) -> bits(a * b));
    show("div", (a, b) -> bits(a / b));
    show("rem", (a, b) -> bits(a % b));
    show("neg", (a, b) -> bits(-a));
    show("toInt", (a, b) -> (int) a);
    show("toLong", (a, b) -> (long) a);
    show("toFloat", (a, b) -> Float.floatToIntBits((float) a));
    show("toNarrow", (a, b) -> (byte) a + 31 * (short) a + 961 * (char) a);
    show("lt", (a, b) -> a < b ? 1 : 0);
    show("le", (a, b) -> a <= b ? 1 : 0);
    show("gt", (a, b) -> a > b ? 1 : 0);
    show("ge", (a, b) -> a >= b ? 1 : 0);
    show("eq", (a, b) -> a == b ? 1 : 0);
    show("ne", (a, b) -> a != b ? 1 : 0);
    show("not lt", (a, b) -> !(a < b) ? 1 : 0);
    show("not ge", (a, b) -> !(a >= b) ? 1 : 0);
    show("literals", (a, b) -> bits((a + 1) * 2 - b / 3 + 0.0));
    show("compare", (a, b) -> Double.compare(a, b));
    show("exact math", (a, b) -> bits(Math.max(a, b)) ^ bits(Math.min(a, b)) ^ bits(Math.sqrt(a)) ^ bits(Math.rint(b)) ^ Math.round(a));
    show("more math", (a, b) -> bits(Math.abs(a)) ^ bits(Math.floor(a)) ^ bits(Math.ceil(b)) ^ bits(Math.copySign(a, b)));
    for (double value : VALUES) {
      System.out.println(Long.toHexString(bits(value)) + " " + (int) value + " " + (long) value + " " + bits((float) value));
    }
    int i = 7;
    i += 3.7;
    i *= 1.5f;
    long l = 10;
    l -= 2.5;
    System.out.println(i + " " + l);
  }

  private static long bits(double value) {
    return Double.doubleToLongBits(value);
  }

  private static void show(String name, Op op) {
    long hash = 17;
    for (double a : VALUES) {
      for (double b : VALUES) {
        hash = hash * 31 + op.apply(a, b);
      }
    }
    System.out.println(name + " " + Long.toHexString(hash));
  }
}
