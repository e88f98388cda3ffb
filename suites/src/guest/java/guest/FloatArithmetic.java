package guest;

/** Every float operation, comparison and conversion, with NaN, infinities, zeros and denormals. */
public class FloatArithmetic {
  private static final float[] VALUES = {
    0f, -0f, 1f, -1f, 0.5f, 1.5f, -2.5f, 3.14159f, 1e10f, -1e10f, 1e-10f, 1e38f, 2147483647f, 2147483648f, -2147483648f,
    9.223372e18f, 9.3e18f, -9.3e18f, 16777216f, 16777217f, Float.MAX_VALUE, Float.MIN_VALUE, -Float.MIN_VALUE,
    Float.MIN_NORMAL, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY
  };

  interface Op {
    long apply(float a, float b);
  }

  public static void main(String[] args) {
    show("add", (a, b) -> Float.floatToIntBits(a + b));
    show("sub", (a, b) -> Float.floatToIntBits(a - b));
    show("mul", (a, b) -> Float.floatToIntBits(a * b));
    show("div", (a, b) -> Float.floatToIntBits(a / b));
    show("rem", (a, b) -> Float.floatToIntBits(a % b));
    show("neg", (a, b) -> Float.floatToIntBits(-a));
    show("toInt", (a, b) -> (int) a);
    show("toLong", (a, b) -> (long) a);
    show("toDouble", (a, b) -> Double.doubleToLongBits(a));
    show("toNarrow", (a, b) -> (byte) a + 31 * (short) a + 961 * (char) a);
    show("lt", (a, b) -> a < b ? 1 : 0);
    show("le", (a, b) -> a <= b ? 1 : 0);
    show("gt", (a, b) -> a > b ? 1 : 0);
    show("ge", (a, b) -> a >= b ? 1 : 0);
    show("eq", (a, b) -> a == b ? 1 : 0);
    show("ne", (a, b) -> a != b ? 1 : 0);
    show("not lt", (a, b) -> !(a < b) ? 1 : 0);
    show("not ge", (a, b) -> !(a >= b) ? 1 : 0);
    show("literals", (a, b) -> Float.floatToIntBits((a + 1f) * 2f - b / 3f + 0f));
    show("compare", (a, b) -> Float.compare(a, b));
    show("math", (a, b) -> Float.floatToIntBits(Math.max(a, b) + Math.min(a, b)) + Math.round(a));
    float[] array = new float[3];
    array[1] = 1.25f;
    array[2] += array[1]++;
    System.out.println(array[0] + " " + array[1] + " " + array[2]);
    for (float value : VALUES) {
      System.out.println(Integer.toHexString(Float.floatToIntBits(value)) + " " + (int) value + " " + (long) value);
    }
  }

  private static void show(String name, Op op) {
    long hash = 17;
    for (float a : VALUES) {
      for (float b : VALUES) {
        hash = hash * 31 + op.apply(a, b);
      }
    }
    System.out.println(name + " " + Long.toHexString(hash));
  }
}
