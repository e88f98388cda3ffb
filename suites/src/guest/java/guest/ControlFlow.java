package guest;

/** Loops with labels, conditions of all shapes, values that meet from several ways, zero as null and as number. */
public class ControlFlow {
  public static void main(String[] args) {
    StringBuilder out = new StringBuilder();
    outer:
    for (int i = 0; i < 10; i++) {
      for (int j = 0; ; j++) {
        if (j == i) continue outer;
        if (i * j == 42) break outer;
        if (j > 6) break;
        out.append((i + j) % 10);
      }
      out.append('.');
    }
    System.out.println(out);
    for (int i = -2; i < 6; i++) System.out.print(ternary(i) + meet(i) + zero(i) + " ");
    System.out.println();
    for (int i = 0; i < 16; i++) System.out.print(logic((i & 1) != 0, (i & 2) != 0, (i & 4) != 0, (i & 8) != 0) ? 1 : 0);
    System.out.println();
    System.out.println(collatz(27) + " " + gcd(1071, 462) + " " + primes(1000) + " " + ackermann(2, 6) + " " + swaps(10));
    int x = 0;
    do {
      x += 3;
      if (x % 2 == 0) continue;
      x++;
    } while (x < 50);
    while (x-- > 40) if (x == 45) break;
    System.out.println(x);
    System.out.println(mixed(0) + " " + mixed(1) + " " + mixed(2) + " " + arrays(true) + arrays(false) + " " + floats(true) + floats(false) + longs(3));
    System.out.println(nullOrArray(0) + nullOrArray(1) + nullOrArray(2) + " " + common(1) + common(2) + common(3) + reuse(5));
    Object o = args.length == 0 ? null : "x";
    System.out.println((o == null) + " " + (o instanceof String) + (String) o + (o != null && o.hashCode() == 0));
    boolean flag = args.length == 0;
    flag &= out.length() > 3;
    flag ^= true;
    System.out.println(flag | !flag & flag);
  }

  static String ternary(int i) { return i < 0 ? "n" : i == 0 ? "z" : i > 3 ? i > 4 ? "big" : "four" : "p"; }
  static int meet(int i) { int a; if (i > 2) a = i; else if (i < 0) a = -i; else a = 0; int b = a == 0 ? 100 : a; return a + b; }
  static Object zero(int i) { Object o = null; int n = 0; float f = 0; long l = 0; double d = 0; if (i == 1) { o = "o"; n = 1; } if (i == 2) { f = 2; l = 3; } if (i == 3) d = 4; return o == null ? n + f + l + d : o; }
  static boolean logic(boolean a, boolean b, boolean c, boolean d) { return a && (b || !c) ^ (d & a | b) && !(c && d) || (a ? c : d) != b; }
  static int collatz(long n) { int steps = 0; while (n != 1) { n = (n & 1) == 0 ? n / 2 : 3 * n + 1; steps++; } return steps; }
  static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
  static int primes(int n) { boolean[] no = new boolean[n]; int count = 0; for (int i = 2; i < n; i++) { if (no[i]) continue; count++; for (int j = i * 2; j < n; j += i) no[j] = true; } return count; }
  static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
  static int swaps(int n) { int a = 1, b = 2, c = 3; for (int i = 0; i < n; i++) { int t = a; a = b; b = c; c = t; } long d = a, e = b; for (int i = 0; i < n; i++) { long t = d; d = e; e = t; } return a * 100 + b * 10 + c + (int) (d * 1000 + e * 10000); }
  static Object mixed(int i) { Object o; if (i == 0) o = new int[] {1}; else if (i == 1) o = new StringBuilder("s"); else o = Integer.valueOf(i); return o instanceof int[] ? ((int[]) o)[0] : o instanceof CharSequence ? ((CharSequence) o).length() + "c" : o; }
  static int arrays(boolean first) { Object[] a = first ? new String[] {"a"} : new Integer[] {1, 2}; Comparable<?> c = first ? "x" : (Comparable<?>) 2; return a.length + c.toString().length(); }
  static float floats(boolean b) { float f = b ? 0 : 1.5f; int i = b ? 0 : 3; return f + i; }
  static long longs(int n) { long l = 0; double d = 0; for (int i = 0; i < n; i++) { l += i; d += l; } return l + (long) d; }
  static String nullOrArray(int i) { int[] a = null; String s = null; if (i > 0) a = new int[i]; if (i > 1) s = "s"; int n = a == null ? -1 : a.length; return n + s; }
  static int common(int i) { Number n; if (i == 1) n = 1; else if (i == 2) n = 2.5; else n = 3L; return n.intValue(); }
  static int reuse(int n) { int sum = 0; { int i = n; sum += i; } { String s = "abc"; sum += s.length(); } { double d = 2.5; sum += d; } { int[] a = {n}; sum += a[0]; } { long l = 9; sum += l; } return sum; }
}
