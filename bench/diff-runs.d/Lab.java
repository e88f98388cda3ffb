import java.util.*;
/** Numeric work in few, longer calls, with threads. args: rounds, percent more work in Lab.heat. */
public class Lab {
  static double[] field(int n, int seed) { double[] f = new double[n]; var r = new Random(seed); for (int i = 0; i < n; i++) f[i] = r.nextDouble(); return f; }
  static double heat(double[] f, int steps) { double[] a = f.clone(), b = new double[f.length]; for (int s = 0; s < steps; s++) { for (int i = 1; i < a.length - 1; i++) b[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) / 4; double[] t = a; a = b; b = t; } return a[a.length / 2]; }
  static long sieve(int n) { boolean[] no = new boolean[n]; long s = 0; for (int i = 2; i < n; i++) if (!no[i]) { s += i; for (int j = 2 * i; j < n; j += i) no[j] = true; } return s; }
  static int[] sorted(int n, int seed) { var r = new Random(seed); int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = r.nextInt(); quick(a, 0, n - 1); return a; }
  static void quick(int[] a, int from, int to) { while (from < to) { int p = part(a, from, to); if (p - from < to - p) { quick(a, from, p - 1); from = p + 1; } else { quick(a, p + 1, to); to = p - 1; } } }
  static int part(int[] a, int from, int to) { int v = a[(from + to) >>> 1]; a[(from + to) >>> 1] = a[to]; int s = from; for (int i = from; i < to; i++) if (a[i] < v) { int t = a[i]; a[i] = a[s]; a[s++] = t; } a[to] = a[s]; a[s] = v; return s; }
  static String text(int n, int seed) { var b = new StringBuilder(); for (int i = 0; i < n; i++) b.append(Integer.toString(i * 7919 ^ seed, 36)).append(i % 11 == 0 ? '\n' : ' '); return b.toString(); }
  static Map<String, Integer> words(String text) { Map<String, Integer> m = new TreeMap<>(); for (String w : text.split("[ \n]")) m.merge(w, 1, Integer::sum); return m; }
  static int distance(String a, String b) { int[][] d = new int[a.length() + 1][b.length() + 1]; for (int i = 0; i <= a.length(); i++) d[i][0] = i; for (int j = 0; j <= b.length(); j++) d[0][j] = j; for (int i = 1; i <= a.length(); i++) for (int j = 1; j <= b.length(); j++) d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1)); return d[a.length()][b.length()]; }
  static long crc(byte[] bytes) { long c = -1; for (byte b : bytes) { c ^= b & 0xff; for (int k = 0; k < 8; k++) c = (c >>> 1) ^ (0xedb88320L & -(c & 1)); } return c; }
  static int life(int n, int steps) { boolean[][] g = new boolean[n][n]; for (int i = 0; i < n * n / 3; i++) g[i * 37 % n][i * 91 % n] = true; for (int s = 0; s < steps; s++) g = next(g); return alive(g); }
  static boolean[][] next(boolean[][] g) { int n = g.length; boolean[][] r = new boolean[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { int c = around(g, i, j); r[i][j] = c == 3 || (c == 2 && g[i][j]); } return r; }
  static int around(boolean[][] g, int i, int j) { int c = 0, n = g.length; for (int x = -1; x <= 1; x++) for (int y = -1; y <= 1; y++) if ((x != 0 || y != 0) && g[(i + x + n) % n][(j + y + n) % n]) c++; return c; }
  static int alive(boolean[][] g) { int c = 0; for (boolean[] r : g) for (boolean b : r) if (b) c++; return c; }
  static double round(int r, int percent) { double s = heat(field(1000, r), 50 * (100 + percent) / 100); s += sieve(40000); s += sorted(4000, r)[7]; String t = text(700, r); s += words(t).size(); s += distance(t.substring(0, 200), t.substring(200, 400)); s += crc(t.getBytes()); s += life(24, 6); return s; }
  public static void main(String[] a) throws Exception {
    int rounds = Integer.parseInt(a[0]), percent = Integer.parseInt(a[1]); double[] s = new double[2];
    Thread t = new Thread(() -> { for (int r = 0; r < rounds / 4; r++) s[1] += sieve(20000) + crc(text(400, r).getBytes()); }, "helper");
    t.start(); for (int r = 0; r < rounds; r++) s[0] += round(r, percent); t.join();
    System.out.println(s[0] + " " + s[1]);
  }
}
