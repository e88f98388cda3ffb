package guest;

/** Loops that run long enough to be compiled while they run. */
public class HotLoops {
  static int[] data = new int[4096];
  static double[][] matrix = new double[40][40];
  int state;
  interface Shape { double area(); }
  static class Square implements Shape { double side = 2; @Override public double area() { return side * side; } }
  static class Circle implements Shape { double r = 1; @Override public double area() { return 3 * r * r; } }
  static class Triangle implements Shape { @Override public double area() { return 0.5; } }

  synchronized int next() { state = state * 1103515245 + 12345; return state >>> 16; }

  public static void main(String[] args) {
    HotLoops hot = new HotLoops();
    long sum = 0;
    for (int i = 0; i < 2000000; i++) { data[i & 4095] += hot.next(); sum += data[(i * 7) & 4095]; }
    System.out.println(sum);
    for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) matrix[i][j] = i == j ? 1 : 1.0 / (i + j + 1);
    double[][] result = matrix;
    for (int n = 0; n < 20; n++) result = multiply(result, matrix);
    System.out.println(result[3][4]);
    Shape[] shapes = {new Square(), new Circle(), new Triangle()};
    double area = 0;
    for (int i = 0; i < 1000000; i++) area += shapes[i % 3].area();
    System.out.println(area);
    int caught = 0;
    for (int i = 0; i < 100000; i++) { try { caught += check(i); } catch (IllegalStateException e) { caught -= 1; } finally { caught += 2; } }
    System.out.println(caught);
    long fib = 0;
    for (int i = 0; i < 5; i++) fib += fib(24);
    System.out.println(fib);
    StringBuilder text = new StringBuilder();
    int chars = 0;
    for (int i = 0; i < 200000; i++) { text.append(i); if (text.length() > 1000) { chars += text.toString().hashCode(); text.setLength(0); } }
    System.out.println(chars);
    Object lock = new Object();
    long locked = 0;
    for (int i = 0; i < 1000000; i++) synchronized (lock) { locked += i & 3; if (i % 1000 == 999) continue; synchronized (hot) { locked++; } }
    System.out.println(locked);
    float f = 0;
    long l = 1;
    for (int i = 1; i < 1000000; i++) { f += 1f / i; l = l * 6364136223846793005L + i; l ^= l >>> 13; }
    System.out.println(f + " " + l);
  }

  static double[][] multiply(double[][] a, double[][] b) {
    double[][] c = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) for (int j = 0; j < b[0].length; j++) { double s = 0; for (int k = 0; k < b.length; k++) s += a[i][k] * b[k][j]; c[i][j] = s / 4; }
    return c;
  }

  static int check(int i) { if (i % 1000 == 7) throw new IllegalStateException(); return i & 1; }
  static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
}
