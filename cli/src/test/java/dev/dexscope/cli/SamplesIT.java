package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dexscope.testkit.FullTier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shares of samples, beside those of a program's own clock. */
@FullTier("a program of three seconds, and its samples")
class SamplesIT {
  /** Loops that have no safepoint once they are compiled; the methods are inlined. */
  private static final String PROGRAM =
      """
      public class Hot {
        static double long_(double[] a) {
          double sum = 0;
          for (int i = 0; i < a.length; i++) {
            sum += a[i] * i / (sum + 1);
          }
          return sum;
        }

        static double short_(double[] a) {
          double sum = 1;
          for (int i = 0; i < a.length / 3; i++) {
            sum += a[i] / (sum * i + 1);
          }
          return sum;
        }

        public static void main(String[] args) {
          double[] a = new double[300_000];
          java.util.Arrays.fill(a, 3);
          long inLong = 0;
          long inShort = 0;
          double sum = 0;
          long start = System.nanoTime();
          while (System.nanoTime() - start < 3_000_000_000L) {
            long first = System.nanoTime();
            sum += long_(a);
            long second = System.nanoTime();
            sum += short_(a);
            inLong += second - first;
            inShort += System.nanoTime() - second;
          }
          System.out.println("long " + 100 * inLong / (inLong + inShort) + " of " + sum);
        }
      }
      """;

  private static final Pattern OWN = Pattern.compile("(?:long|rest) (\\d+) of ");

  /** Works and waits in turn; the waits' CPU time is read from the thread's own clock. */
  private static final String WAITS =
      """
      import java.lang.reflect.Method;

      public class Waits {
        static Method clock;

        static long work() {
          long x = 1;
          for (long end = System.nanoTime() + 5_000_000; System.nanoTime() < end; ) {
            x = x * 31 + 7;
          }
          return x;
        }

        static void rest() throws InterruptedException {
          Thread.sleep(2);
        }

        static long cpu() throws Exception {
          return (long) clock.invoke(null);
        }

        public static void main(String[] args) throws Exception {
          clock = Class.forName("android.os.Debug").getMethod("threadCpuTimeNanos");
          long rest = 0;
          long sum = 0;
          long start = cpu();
          for (int i = 0; i < 300; i++) {
            sum += work();
            long first = cpu();
            rest();
            rest += cpu() - first;
          }
          System.out.println("rest " + 100 * rest / (cpu() - start) + " of " + sum);
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void loopsWithoutSafepointsHaveTheTimeThatTheyTake() throws Exception {
    compare("Hot", PROGRAM, "wall", "Hot\\.long_\\(\\[D\\)D", 10);
  }

  @Test
  void waitsHaveTheCpuTimeThatTheyTake() throws Exception {
    compare("Waits", WAITS, "cpu", "Waits\\.rest\\(\\)V", 10);
  }

  /** Compares a method's share of the samples with the one that the program prints. */
  private void compare(String name, String program, String clock, String method, double within)
      throws Exception {
    Path source = Files.writeString(folder.resolve(name + ".java"), program);
    Path trace = folder.resolve("a.trace");
    Run run =
        Packaged.dexscope(
            folder, "run", "--trace", trace.toString(), "--sample", "1000", source.toString());
    assertThat(run.exit()).as(run.err()).isZero();
    Matcher own = OWN.matcher(run.out());
    assertThat(own.find()).as(run.out()).isTrue();

    Run report =
        Packaged.dexscope(folder, "report", trace.toString(), "--csv", "--raw", "--clock", clock);
    Matcher row = Pattern.compile("(?m)^([^,]+),.*" + method + "$").matcher(report.out());
    assertThat(row.find()).as(report.out() + report.err()).isTrue();
    assertThat(100 * Double.parseDouble(row.group(1)))
        .as(report.out())
        .isCloseTo(Double.parseDouble(own.group(1)), within(within));
  }
}
