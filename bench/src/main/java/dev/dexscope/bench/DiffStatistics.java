package dev.dexscope.bench;

import dev.dexscope.trace.analysis.Comparison;
import dev.dexscope.trace.analysis.Comparison.Figure;
import dev.dexscope.trace.analysis.Comparison.Run;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Difference.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * How often {@code diff} raises a false alarm, and how often it sees a change that is there: known
 * effects in simulated runs of 330 methods, beside Welch's test of the plain times with one
 * correction for all methods, which it used to be.
 *
 * <pre>{@code
 * bench/run DiffStatistics 1000
 * }</pre>
 *
 * <p>A run's times are a method's share of 100 ms times a factor of the run (how fast the machine
 * was), times a factor of the method. Thirty methods share 95 % of the time, 300 the rest.
 */
public final class DiffStatistics {
  private static final int LARGE = 30;
  private static final int METHODS = 330;
  private static final double WHOLE = 1e8;

  /** The method that gets slower: a twelfth of the time. */
  private static final int CHANGED = 1;

  private static final double[] SHARES = shares();
  private static final String[] NAMES = names();

  private DiffStatistics() {}

  /** How times differ that should be equal. */
  private enum Noise {
    QUIET(0.02, 0.03, 0, 0),
    USUAL(0.05, 0.08, 0, 0),
    OUTLIERS(0.05, 0.08, 0.1, 0),
    DRIFT(0.05, 0.08, 0, 0.7);

    /** The standard deviation, in logarithms, of what all methods of a run share. */
    final double machine;

    /** That of each method by itself. */
    final double method;

    /** How many of the runs take up to three times as long, as beside another program. */
    final double outliers;

    /** How much of one run's speed stays in the next. */
    final double drift;

    Noise(double machine, double method, double outliers, double drift) {
      this.machine = machine;
      this.method = method;
      this.outliers = outliers;
      this.drift = drift;
    }
  }

  /** How often, of all trials. */
  private static final class Counts {
    int falseAlarms;
    int method;
    int total;

    void add(boolean falseAlarm, boolean methodFound, boolean totalFound) {
      falseAlarms += falseAlarm ? 1 : 0;
      method += methodFound ? 1 : 0;
      total += totalFound ? 1 : 0;
    }

    String percent(int trials) {
      return String.format(
          Locale.ROOT,
          "%5.1f %5.1f %5.1f",
          100.0 * falseAlarms / trials,
          100.0 * method / trials,
          100.0 * total / trials);
    }
  }

  public static void main(String[] args) {
    int trials = args.length == 0 ? 300 : Integer.parseInt(args[0]);
    System.out.println(
        "Per cent of trials: false alarm of a method, the method found, the whole found");
    System.out.println("noise     runs  effect   Welch + BH           diff");
    for (Noise noise : Noise.values()) {
      for (int runs : new int[] {3, 5, 10, 20}) {
        for (double effect : new double[] {1, 1.3, 2, 13}) {
          var before = new Counts();
          var now = new Counts();
          var random = new Random(runs);
          for (int i = 0; i < trials; i++) {
            trial(noise, runs, effect, random, before, now);
          }
          System.out.printf(
              Locale.ROOT,
              "%-9s %3d   x%-4s   %s    %s%n",
              noise.name().toLowerCase(Locale.ROOT),
              runs,
              effect,
              before.percent(trials),
              now.percent(trials));
        }
      }
    }
  }

  private static void trial(
      Noise noise, int runs, double effect, Random random, Counts before, Counts now) {
    double[][] base = simulate(noise, runs, 1, random);
    double[][] head = simulate(noise, runs, effect, random);
    Comparison comparison = Comparison.of(runs(base), runs(head), Criteria.USUAL);
    List<String> found = comparison.regressions().stream().map(Difference::name).toList();
    now.add(
        found.stream().anyMatch(name -> !name.equals("total") && !name.equals(NAMES[CHANGED])),
        found.contains(NAMES[CHANGED]),
        comparison.total().verdict() == Verdict.REGRESSED && found.contains("total"));

    double[] q = benjaminiHochberg(welch(base, head));
    boolean falseAlarm = false;
    for (int i = 0; i < LARGE; i++) {
      falseAlarm |= i != CHANGED && isSlower(base[i], head[i], q[i]);
    }
    int total = METHODS;
    before.add(
        falseAlarm,
        isSlower(base[CHANGED], head[CHANGED], q[CHANGED]),
        isSlower(base[total], head[total], welch(base[total], head[total])));
  }

  private static boolean isSlower(double[] base, double[] head, double p) {
    return p <= 0.05 && mean(head) >= 1.1 * mean(base);
  }

  /** The times of each method, and behind them the whole's; a number for each run. */
  private static double[][] simulate(Noise noise, int runs, double effect, Random random) {
    double[][] times = new double[METHODS + 1][runs];
    double machine = noise.machine * random.nextGaussian();
    for (int run = 0; run < runs; run++) {
      double factor = Math.exp(machine);
      if (random.nextDouble() < noise.outliers) {
        factor *= 1.3 + 1.7 * random.nextDouble();
      }
      for (int i = 0; i < METHODS; i++) {
        double spread = noise.method * (i < LARGE ? 1 : 3);
        double time = WHOLE * SHARES[i] * factor * Math.exp(spread * random.nextGaussian());
        times[i][run] = i == CHANGED ? time * effect : time;
        times[METHODS][run] += times[i][run];
      }
      double kept = noise.drift;
      machine = kept * machine + Math.sqrt(1 - kept * kept) * noise.machine * random.nextGaussian();
    }
    return times;
  }

  private static List<Run> runs(double[][] times) {
    List<Run> runs = new ArrayList<>();
    for (int run = 0; run < times[0].length; run++) {
      Map<String, Figure> rows = new HashMap<>();
      for (int i = 0; i < METHODS; i++) {
        rows.put(NAMES[i], new Figure(times[i][run], 1));
      }
      runs.add(new Run(new Figure(times[METHODS][run], METHODS), Map.of(), rows));
    }
    return runs;
  }

  private static double[] welch(double[][] base, double[][] head) {
    double[] p = new double[METHODS];
    for (int i = 0; i < METHODS; i++) {
      p[i] = welch(base[i], head[i]);
    }
    return p;
  }

  private static double welch(double[] base, double[] head) {
    double a = variance(base) / base.length;
    double b = variance(head) / head.length;
    double t = (mean(base) - mean(head)) / Math.sqrt(a + b);
    double freedom = (a + b) * (a + b) / (a * a / (base.length - 1) + b * b / (head.length - 1));
    return RegularizedBeta.value(freedom / (freedom + t * t), freedom / 2, 0.5);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
  }

  private static double[] benjaminiHochberg(double[] p) {
    double[] sorted = p.clone();
    Arrays.sort(sorted);
    double[] corrected = new double[p.length];
    for (int i = 0; i < p.length; i++) {
      corrected[i] = 1;
      for (int rank = p.length; rank > 0 && sorted[rank - 1] >= p[i]; rank--) {
        corrected[i] = Math.min(corrected[i], sorted[rank - 1] * p.length / rank);
      }
    }
    return corrected;
  }

  /** The n-th of the large ones has a share that falls as n to the power of 0.7. */
  private static double[] shares() {
    double[] shares = new double[METHODS];
    double sum = 0;
    for (int i = 0; i < LARGE; i++) {
      shares[i] = Math.pow(i + 1, -0.7);
      sum += shares[i];
    }
    for (int i = 0; i < METHODS; i++) {
      shares[i] = i < LARGE ? 0.95 * shares[i] / sum : 0.05 / (METHODS - LARGE);
    }
    return shares;
  }

  private static String[] names() {
    String[] names = new String[METHODS];
    Arrays.setAll(names, i -> "method" + i);
    return names;
  }
}
