import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import jnt.scimark2.Constants;
import jnt.scimark2.Random;
import jnt.scimark2.kernel;

/** The five kernels of SciMark 2 at its small sizes; printed is the time of a million operations. */
public final class SciMark {
  private static void time(String name, double mflops) {
    if (mflops <= 0) {
      throw new IllegalStateException(name + " has a wrong result");
    }
    System.out.println("time " + name + " " + 1e3 / mflops + " " + mflops);
  }

  public static void main(String[] args) throws IOException {
    double seconds = Double.parseDouble(args[0]);
    Random random = new Random(Constants.RANDOM_SEED);
    time("fft", kernel.measureFFT(Constants.FFT_SIZE, seconds, random));
    time("sor", kernel.measureSOR(Constants.SOR_SIZE, seconds, random));
    time("monte-carlo", kernel.measureMonteCarlo(seconds, random));
    time(
        "sparse",
        kernel.measureSparseMatmult(
            Constants.SPARSE_SIZE_M, Constants.SPARSE_SIZE_nz, seconds, random));
    time("lu", kernel.measureLU(Constants.LU_SIZE, seconds, random));
    for (String line : Files.readAllLines(Paths.get("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        System.out.println("memory " + line.replaceAll("\\D", ""));
      }
    }
  }
}
