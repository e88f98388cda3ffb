package guest;

/** Every long operation over values at the edges. */
public class LongArithmetic {
  private static final long[] VALUES = {
    0, 1, -1, 2, -2, 3, 10, 31, 32, 63, 64, 65, 255, 32768, 65536, 0x7fffffffL, 0x80000000L, 0xffffffffL, 0x100000000L,
    -0x80000000L, -0x80000001L, 0x123456789abcdefL, 0x5555555555555555L, 0xaaaaaaaaaaaaaaaaL, Long.MAX_VALUE,
    Long.MIN_VALUE, Long.MIN_VALUE + 1
  };

  interface Op {
    long apply(long a, long b);
  }

  public static void main(String[] args) {
    show("add", (a, b) -> a + b);
    show("sub", (a, b) -> a - b);
    show("mul", (a, b) -> a * b);
    show("div", (a, b) -> a / b);
    show("rem", (a, b) -> a % b);
    show("and", (a, b) -> a & b);
    show("or", (a, b) -> a | b);
    show("xor", (a, b) -> a ^ b);
    show("shl", (a, b) -> a << b);
    show("shr", (a, b) -> a >> b);
    show("ushr", (a, b) -> a >>> b);
    show("shl int", (a, b) -> a << (int) b);
    show("neg", (a, b) -> -a);
    show("not", (a, b) -> ~a);
    show("toInt", (a, b) -> (int) a);
    show("toByte", (a, b) -> (byte) a + (short) b + (char) a);
    show("toFloat", (a, b) -> Float.floatToIntBits((float) a));
    show("toDouble", (a, b) -> Double.doubleToLongBits((double) a));
    show("literals", (a, b) -> (a + 1) ^ (a - 100000) ^ (a * 10000000000L) ^ (a / 3) ^ (a % 1000) ^ (a & 0xff00ff00ff00L));
    show("cmp", (a, b) -> (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a == b ? 4 : 0) | (a > b ? 8 : 0) | (a >= b ? 16 : 0));
    show("cmp values", (a, b) -> Long.compare(a, b) * 3 + Long.signum(a));
    show("compound", (a, b) -> {
      long x = a;
      x += b;
      x -= 3;
      x *= b | 1;
      x ^= a;
      x <<= 7;
      x >>= b;
      x >>>= 1;
      x |= b;
      x &= ~a;
      return x++ + ++x - x-- - --x;
    });
    show("many wide locals", LongArithmetic::manyWideLocals);
  }

  private static long manyWideLocals(long a, long b) {
    long c = a + b, d = c * 3, e = d ^ a, f = e - b, g = f + 5, h = g * d, i = h ^ c, j = i + e, k = j - f, l = k * 7;
    double m = a, n = b, o = m + n, p = o * 0.5;
    int q = (int) a, r = q + 3, s = r * q, t = s ^ r;
    return a + b + c + d + e + f + g + h + i + j + k + l + Double.doubleToLongBits(m + n + o + p) + q + r + s + t;
  }

  private static void show(String name, Op op) {
    long hash = 17;
    int thrown = 0;
    for (long a : VALUES) {
      for (long b : VALUES) {
        try {
          hash = hash * 31 + op.apply(a, b);
        } catch (ArithmeticException e) {
          thrown++;
        }
      }
    }
    System.out.println(name + " " + Long.toHexString(hash) + (thrown == 0 ? "" : " thrown " + thrown));
  }
}
