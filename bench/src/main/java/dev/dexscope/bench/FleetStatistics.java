package dev.dexscope.bench;

import dev.dexscope.trace.analysis.CallCounts;
import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Measured;
import dev.dexscope.trace.analysis.Strata;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * How often {@code fleet regressions} raises a false alarm, and how often it sees changes that are
 * there: runs of two versions on devices of four speeds, of which the later version has another
 * mixture.
 *
 * <pre>{@code
 * bench/run FleetStatistics 500
 * }</pre>
 *
 * <p>A run's times are a method's share of 100 ms times the speed of its device, times a factor of
 * the run (5 %), times a factor of the method (8 %, small ones 24 %). Thirty methods have 95 % of
 * the time, 300 the rest. Three methods with 9 to 6 % of the time become slower by 30, 10 and 3 %.
 */
public final class FleetStatistics {
  private static final int LARGE = 30;
  private static final int METHODS = 330;
  private static final double[] SPEEDS = {1, 1.7, 3.1, 9};

  /** Of each hundred runs of a side, how many are on which device. */
  private static final int[][] MIXTURES = {{40, 30, 20, 10}, {10, 20, 30, 40}};

  private static final double[] EFFECTS = {1, 1.3, 1.1, 1.03};
  private static final double LARGE_SUM =
      IntStream.rangeClosed(1, LARGE).mapToDouble(n -> Math.pow(n, -0.7)).sum();

  private static final double MACHINE = 0.05;
  private static final double METHOD = 0.08;

  private FleetStatistics() {}

  private record Side(List<String> devices, double[][] times, double[] totals) {}

  public static void main(String[] args) {
    int trials = args.length == 0 ? 300 : Integer.parseInt(args[0]);
    System.out.println("Per cent of trials; runs are of each version");
    System.out.println(
        "runs  kinds   false alarm: nothing changed, others changed;  found: +30 %, +10 %, +3 %"
            + " proven slower, +3 % above the limit");
    for (int runs : new int[] {10, 20, 40, 100, 500}) {
      for (boolean apart : new boolean[] {true, false}) {
        var random = new Random(runs);
        int[] counts = new int[6];
        int least = Math.max(20, trials * 20 / Math.max(20, runs));
        for (int i = 0; i < least; i++) {
          counts[0] += falseAlarms(compared(runs, false, apart, random), 0) > 0 ? 1 : 0;
          Comparison changed = compared(runs, true, apart, random);
          counts[1] += falseAlarms(changed, EFFECTS.length) > 0 ? 1 : 0;
          for (int m = 1; m < EFFECTS.length; m++) {
            counts[1 + m] += isSlower(changed, m) ? 1 : 0;
          }
          counts[5] += changed.regressions().stream().anyMatch(d -> d.name().equals("3")) ? 1 : 0;
        }
        StringBuilder line = new StringBuilder();
        for (int each : counts) {
          line.append(String.format(Locale.ROOT, " %6.1f", 100.0 * each / least));
        }
        System.out.printf(Locale.ROOT, "%4d  %-6s%s%n", runs, apart ? "apart" : "mixed", line);
      }
    }
  }

  /** Reported regressions of methods that did not change. */
  private static long falseAlarms(Comparison comparison, int changed) {
    return comparison.regressions().stream()
        .map(Difference::name)
        .filter(name -> !name.equals("total") && Integer.parseInt(name) >= changed)
        .count();
  }

  private static boolean isSlower(Comparison comparison, int method) {
    String name = Integer.toString(method);
    return comparison.rows().stream()
        .anyMatch(d -> d.name().equals(name) && d.verdict() == Difference.Verdict.REGRESSED);
  }

  private static Comparison compared(int runs, boolean changes, boolean apart, Random random) {
    Side base = simulated(runs, MIXTURES[0], false, random);
    Side head = simulated(runs, MIXTURES[1], changes, random);
    Strata strata =
        apart
            ? Strata.of(base.devices(), head.devices())
            : Strata.of(Collections.nCopies(runs, ""), Collections.nCopies(runs, ""));
    var calls = new CallCounts(1, 1, 1, 1);
    List<Measured> rows = new ArrayList<>();
    for (int m = 0; m < METHODS; m++) {
      rows.add(Measured.of(Integer.toString(m), base.times()[m], head.times()[m], calls, strata));
    }
    return Comparison.of(
        Measured.of("total", base.totals(), head.totals(), calls, strata),
        List.of(),
        rows,
        Criteria.USUAL);
  }

  private static Side simulated(int runs, int[] mixture, boolean changes, Random random) {
    double[][] times = new double[METHODS][runs];
    double[] totals = new double[runs];
    List<String> devices = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      int device = device(run * 100 / runs, mixture);
      devices.add(Integer.toString(device));
      double factor = SPEEDS[device] * Math.exp(MACHINE * random.nextGaussian());
      for (int m = 0; m < METHODS; m++) {
        double noise = METHOD * (m < LARGE ? 1 : 3) * random.nextGaussian();
        double effect = changes && m < EFFECTS.length ? EFFECTS[m] : 1;
        times[m][run] = 1e8 * share(m) * factor * effect * Math.exp(noise);
        totals[run] += times[m][run];
      }
    }
    return new Side(devices, times, totals);
  }

  private static int device(int percentile, int[] mixture) {
    int device = 0;
    int end = mixture[0];
    while (percentile >= end) {
      end += mixture[++device];
    }
    return device;
  }

  /** The n-th of the large ones has a share that falls as n to the power of 0.7. */
  private static double share(int method) {
    return method < LARGE
        ? 0.95 * Math.pow(method + 1, -0.7) / LARGE_SUM
        : 0.05 / (METHODS - LARGE);
  }
}
