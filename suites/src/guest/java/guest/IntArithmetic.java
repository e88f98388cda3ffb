package guest;

/** Every int operation over values at the edges, each folded into one number. */
public class IntArithmetic {
  private static final int[] VALUES = {
    0, 1, -1, 2, -2, 3, 7, -7, 10, 31, 32, 33, 63, 64, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769,
    65535, 65536, 0x12345678, 0x55555555, 0xaaaaaaaa, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1
  };

  interface Op {
    int apply(int a, int b);
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
    show("neg", (a, b) -> -a);
    show("not", (a, b) -> ~a);
    show("toByte", (a, b) -> (byte) a);
    show("toShort", (a, b) -> (short) a);
    show("toChar", (a, b) -> (char) a);
    show("throughLong", (a, b) -> (int) ((long) a * b));
    show("shl by long", (a, b) -> a << (long) b);
    show("lit8", (a, b) -> (a + 7) ^ (a - 7) ^ (a * -3) ^ (a / 5) ^ (a % 7) ^ (a & 15) ^ (a | 9) ^ (9 - a));
    show("lit16", (a, b) -> (a + 1000) ^ (a * 1001) ^ (a / -1002) ^ (a % 1003) ^ (a & 0x3fff) ^ (-1004 - a));
    show("lit32", (a, b) -> (a + 1000000) ^ (a * 1000003) ^ (a / 65536) ^ (a % 1000033) ^ (0x7fffffff - a));
    show("shift lit", (a, b) -> (a << 5) ^ (a >> 3) ^ (a >>> 30) ^ (a << 31) ^ (a >>> 1));
    show("div -1", (a, b) -> (a / -1) ^ (a % -1) ^ (a / 1));
    show("compare", (a, b) -> (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a == b ? 4 : 0) | (a > b ? 8 : 0) | (a >= b ? 16 : 0));
    show("compare zero", (a, b) -> (a < 0 ? 1 : 0) | (a <= 0 ? 2 : 0) | (a == 0 ? 4 : 0) | (a > 0 ? 8 : 0) | (a != 0 ? 16 : 0));
    show("compound", (a, b) -> {
      int x = a;
      x += b;
      x -= 3;
      x *= b;
      x ^= a;
      x <<= b;
      x >>= 2;
      x >>>= 1;
      x |= b;
      x &= ~a;
      return x++ + ++x - x-- - --x;
    });
    show("narrow compound", (a, b) -> {
      byte x = (byte) a;
      x += b;
      short y = (short) b;
      y *= a;
      char z = (char) a;
      z >>= 3;
      z--;
      return x + y * 31 + z;
    });
  }

  private static void show(String name, Op op) {
    int hash = 17;
    int thrown = 0;
    for (int a : VALUES) {
      for (int b : VALUES) {
        try {
          hash = hash * 31 + op.apply(a, b);
        } catch (ArithmeticException e) {
          thrown++;
        }
      }
    }
    System.out.println(name + " " + Integer.toHexString(hash) + (thrown == 0 ? "" : " thrown " + thrown));
  }
}
