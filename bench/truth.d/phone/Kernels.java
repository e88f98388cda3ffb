import scimark2.FFT;
import scimark2.LU;
import scimark2.MonteCarlo;
import scimark2.Random;
import scimark2.SOR;
import scimark2.SparseCompRow;

/** Runs one kernel of SciMark a given number of times: its own driver stops by the clock. */
public class Kernels {
  public static void main(String[] args) {
    int times = Integer.parseInt(args[1]);
    Random random = new Random(101010);
    double sum = 0;
    switch (args[0]) {
      case "FFT":
        double[] data = vector(random, 2 * 1024);
        for (int i = 0; i < times; i++) {
          FFT.transform(data);
          FFT.inverse(data);
        }
        sum = data[0];
        break;
      case "LU":
        double[][] matrix = new double[100][];
        for (int i = 0; i < times; i++) {
          for (int j = 0; j < matrix.length; j++) {
            matrix[j] = vector(random, 100);
          }
          sum += LU.factor(matrix, new int[100]);
        }
        break;
      case "SOR":
        double[][] grid = new double[100][];
        for (int j = 0; j < grid.length; j++) {
          grid[j] = vector(random, 100);
        }
        SOR.execute(1.25, grid, times);
        sum = grid[50][50];
        break;
      case "MonteCarlo":
        sum = MonteCarlo.integrate(times);
        break;
      default:
        int[] columns = new int[5000];
        int[] rows = new int[1001];
        for (int r = 0; r < 1000; r++) {
          rows[r + 1] = rows[r] + 5;
          for (int i = 0; i < 5; i++) {
            columns[rows[r] + i] = i * Math.max(1, r / 5);
          }
        }
        double[] y = new double[1000];
        SparseCompRow.matmult(y, vector(random, 5000), rows, columns, vector(random, 1000), times);
        sum = y[1];
    }
    System.out.println(sum);
  }

  private static double[] vector(Random random, int length) {
    double[] vector = new double[length];
    for (int i = 0; i < length; i++) {
      vector[i] = random.nextDouble();
    }
    return vector;
  }
}
