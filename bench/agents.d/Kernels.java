import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Random;

/**
 * Small programs of two kinds, in the manner of SciMark (fft to lu) and of CaffeineMark (sieve to
 * floats). Each runs three times; printed is how long the last time took.
 */
public final class Kernels {
  interface Kernel {
    double run();
  }

  static double fft() {
    int n = 1024;
    double[] re = new double[n];
    double[] im = new double[n];
    for (int i = 0; i < n; i++) {
      re[i] = i % 7;
    }
    for (int round = 0; round < 300; round++) {
      transform(re, im);
      for (int i = 0; i < n; i++) {
        re[i] /= 32;
        im[i] /= 32;
      }
    }
    return re[1];
  }

  private static void transform(double[] re, double[] im) {
    int n = re.length;
    for (int i = 1, j = 0; i < n; i++) {
      int bit = n >> 1;
      for (; (j & bit) != 0; bit >>= 1) {
        j ^= bit;
      }
      j ^= bit;
      if (i < j) {
        swap(re, i, j);
        swap(im, i, j);
      }
    }
    for (int length = 2; length <= n; length <<= 1) {
      double angle = 2 * Math.PI / length;
      for (int i = 0; i < n; i += length) {
        for (int k = 0; k < length / 2; k++) {
          butterfly(re, im, i + k, i + k + length / 2, angle * k);
        }
      }
    }
  }

  private static void swap(double[] values, int i, int j) {
    double value = values[i];
    values[i] = values[j];
    values[j] = value;
  }

  private static void butterfly(double[] re, double[] im, int a, int b, double angle) {
    double cos = 1 - angle * angle / 2;
    double sin = angle - angle * angle * angle / 6;
    double real = re[b] * cos - im[b] * sin;
    double imaginary = re[b] * sin + im[b] * cos;
    re[b] = re[a] - real;
    im[b] = im[a] - imaginary;
    re[a] += real;
    im[a] += imaginary;
  }

  static double sor() {
    double[][] grid = new double[200][200];
    grid[100][100] = 1000;
    for (int round = 0; round < 200; round++) {
      for (int i = 1; i < 199; i++) {
        relax(grid[i - 1], grid[i], grid[i + 1]);
      }
    }
    return grid[50][50];
  }

  private static void relax(double[] above, double[] row, double[] below) {
    for (int j = 1; j < row.length - 1; j++) {
      row[j] = 0.3125 * (above[j] + below[j] + row[j - 1] + row[j + 1]) - 0.25 * row[j];
    }
  }

  private static int seed = 1;

  private static synchronized int random() {
    seed = seed * 1103515245 + 12345;
    return seed >>> 8;
  }

  static double monteCarlo() {
    int inside = 0;
    for (int i = 0; i < 1_000_000; i++) {
      double x = random() / (double) (1 << 24);
      double y = random() / (double) (1 << 24);
      inside += x * x + y * y <= 1 ? 1 : 0;
    }
    return inside / 250_000.0;
  }

  static double sparse() {
    int n = 10_000;
    int[] columns = new int[5 * n];
    double[] values = new double[5 * n];
    double[] from = new double[n];
    double[] to = new double[n];
    for (int i = 0; i < 5 * n; i++) {
      columns[i] = i * 31 % n;
      values[i] = 1.0 / (1 + i % 3);
      from[i % n] = i % 5;
    }
    for (int round = 0; round < 200; round++) {
      for (int row = 0; row < n; row++) {
        to[row] = dot(values, columns, from, 5 * row);
      }
    }
    return to[17];
  }

  private static double dot(double[] values, int[] columns, double[] vector, int at) {
    double sum = 0;
    for (int i = at; i < at + 5; i++) {
      sum += values[i] * vector[columns[i]];
    }
    return sum;
  }

  static double lu() {
    double sum = 0;
    for (int round = 0; round < 20; round++) {
      int n = 100;
      double[][] matrix = new double[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          matrix[i][j] = i == j ? n : 1.0 / (1 + i + j);
        }
      }
      for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++) {
          eliminate(matrix[i], matrix[k], k);
        }
      }
      sum += matrix[n - 1][n - 1];
    }
    return sum;
  }

  private static void eliminate(double[] row, double[] pivot, int k) {
    row[k] /= pivot[k];
    for (int j = k + 1; j < row.length; j++) {
      row[j] -= row[k] * pivot[j];
    }
  }

  static double sieve() {
    int found = 0;
    for (int round = 0; round < 50; round++) {
      boolean[] composite = new boolean[50_000];
      for (int i = 2; i < composite.length; i++) {
        if (!composite[i]) {
          found++;
          for (int j = i + i; j < composite.length; j += i) {
            composite[j] = true;
          }
        }
      }
    }
    return found;
  }

  static double loops() {
    int sum = 0;
    for (int i = 0; i < 3000; i++) {
      for (int j = 0; j < 3000; j++) {
        sum += i ^ j;
      }
    }
    return sum;
  }

  static double logic() {
    int yes = 0;
    boolean a = true;
    boolean b = false;
    for (int i = 0; i < 5_000_000; i++) {
      a = (i & 3) == 0 || (b && (i & 5) != 1);
      b = !a || (i & 8) == 8;
      yes += a == b ? 1 : 0;
    }
    return yes;
  }

  static double strings() {
    int length = 0;
    for (int i = 0; i < 100_000; i++) {
      StringBuilder text = new StringBuilder("number ").append(i).append(" of ").append(length);
      length += text.toString().indexOf("of");
    }
    return length;
  }

  private static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  static double methods() {
    return fibonacci(30);
  }

  static double floats() {
    float[][] point = {{1}, {2}, {3}, {1}};
    float sum = 0;
    for (int i = 0; i < 200_000; i++) {
      float angle = i * 0.001f;
      sum += turned(point, angle)[0][0];
    }
    return sum;
  }

  private static float[][] turned(float[][] point, float angle) {
    float[][] result = new float[4][1];
    float cos = 1 - angle * angle / 2;
    float[][] turn = {{cos, -angle, 0, 0}, {angle, cos, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < 4; i++) {
      for (int k = 0; k < 4; k++) {
        result[i][0] += turn[i][k] * point[k][0];
      }
    }
    return result;
  }

  static double objects() {
    Object[] kept = new Object[1000];
    Random random = new Random(1);
    for (int i = 0; i < 1_000_000; i++) {
      kept[random.nextInt(1000)] = new int[] {i};
    }
    return kept.length;
  }

  static double exceptions() {
    int caught = 0;
    for (int i = 0; i < 50_000; i++) {
      try {
        refuse(i);
      } catch (IllegalStateException e) {
        caught++;
      }
    }
    return caught;
  }

  private static void refuse(int value) {
    if (value >= 0) {
      throw new IllegalStateException();
    }
  }

  private static void time(String name, Kernel kernel) {
    double result = 0;
    long nanos = 0;
    for (int i = 0; i < 3; i++) {
      long start = System.nanoTime();
      result += kernel.run();
      nanos = System.nanoTime() - start;
    }
    System.out.println("time " + name + " " + nanos / 1000 + " " + result);
  }

  public static void main(String[] args) throws IOException {
    time("fft", Kernels::fft);
    time("sor", Kernels::sor);
    time("monte-carlo", Kernels::monteCarlo);
    time("sparse", Kernels::sparse);
    time("lu", Kernels::lu);
    time("sieve", Kernels::sieve);
    time("loops", Kernels::loops);
    time("logic", Kernels::logic);
    time("strings", Kernels::strings);
    time("methods", Kernels::methods);
    time("floats", Kernels::floats);
    time("objects", Kernels::objects);
    time("exceptions", Kernels::exceptions);
    for (String line : Files.readAllLines(Paths.get("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        System.out.println("memory " + line.replaceAll("\\D", ""));
      }
    }
  }
}
