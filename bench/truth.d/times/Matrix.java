/** Long loops in few methods. */
public class Matrix {
  static double[][] times(double[][] a, double[][] b) {
    int n = a.length;
    double[][] c = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        double x = a[i][k];
        for (int j = 0; j < n; j++) {
          c[i][j] += x * b[k][j];
        }
      }
    }
    return c;
  }

  static double[][] transposed(double[][] a) {
    int n = a.length;
    double[][] t = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        t[j][i] = a[i][j];
      }
    }
    return t;
  }

  static double[][] filled(int n, int seed) {
    double[][] a = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] = element(i, j, seed);
      }
    }
    return a;
  }

  static double element(int i, int j, int seed) {
    int mixed = i * 31 + j * 17 + seed;
    return (mixed % 100) / 10.0;
  }

  static double trace(double[][] a) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i][i];
    }
    return sum;
  }

  public static void main(String[] args) {
    double sum = 0;
    for (int round = 0; round < 120; round++) {
      double[][] a = filled(260, round);
      sum += trace(times(a, transposed(a)));
    }
    System.out.println(sum);
  }
}
