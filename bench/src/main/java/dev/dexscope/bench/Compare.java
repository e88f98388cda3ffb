package dev.dexscope.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Times whole commands in turn (A B A B ...) and prints each figure's median and the ratio of the
 * pairs, which stays true when the machine's speed drifts. Time and peak memory are the operating
 * system's own, read by GNU time.
 *
 * <pre>{@code
 * bench/run compare -n 5 './dexscope report x.trace' 'dmtracedump x.trace'
 * }</pre>
 */
public final class Compare {
  private Compare() {}

  /** The cost of one run of a command. */
  record Cost(double wall, double user, double system, double peakMiB, int exit) {
    double cpu() {
      return user + system;
    }
  }

  public static void main(String[] args) throws Exception {
    int runs = 5;
    var commands = new ArrayList<String>();
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("-n") && i + 1 < args.length) {
        runs = Integer.parseInt(args[++i]);
      } else {
        commands.add(args[i]);
      }
    }
    if (commands.isEmpty() || runs < 1) {
      System.err.println("usage: bench/run compare [-n RUNS] 'COMMAND A' ['COMMAND B']...");
      System.exit(2);
    }
    print(commands, measure(commands, runs));
  }

  private static List<List<Cost>> measure(List<String> commands, int runs)
      throws IOException, InterruptedException {
    var costs = new ArrayList<List<Cost>>();
    for (String command : commands) {
      costs.add(new ArrayList<>());
      run(command); // warms the page cache, and is not counted
    }
    for (int i = 0; i < runs; i++) {
      for (int c = 0; c < commands.size(); c++) {
        costs.get(c).add(run(commands.get(c)));
      }
    }
    return costs;
  }

  private static Cost run(String command) throws IOException, InterruptedException {
    Path figures = Files.createTempFile("compare", ".txt");
    try {
      int exit =
          new ProcessBuilder(
                  "/usr/bin/time",
                  "-q",
                  "-f",
                  "%e %U %S %M",
                  "-o",
                  figures.toString(),
                  "bash",
                  "-c",
                  command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      double[] f =
          Arrays.stream(Files.readString(figures).strip().split(" "))
              .mapToDouble(Double::parseDouble)
              .toArray();
      return new Cost(f[0], f[1], f[2], f[3] / 1024, exit);
    } finally {
      Files.delete(figures);
    }
  }

  private static void print(List<String> commands, List<List<Cost>> costs) {
    System.out.printf(
        Locale.ROOT, "%-10s %9s %9s %9s  %s%n", "", "wall s", "cpu s", "peak MiB", "");
    for (int c = 0; c < commands.size(); c++) {
      List<Cost> of = costs.get(c);
      System.out.printf(
          Locale.ROOT,
          "%-10s %9.3f %9.3f %9.1f  exit %d: %s%n",
          "command " + (char) ('A' + c),
          median(of, Cost::wall),
          median(of, Cost::cpu),
          median(of, Cost::peakMiB),
          of.getLast().exit(),
          commands.get(c));
    }
    for (int c = 1; c < commands.size(); c++) {
      System.out.printf(
          Locale.ROOT,
          "%-10s %9.2f %9.2f %9.2f  median of the pairs' ratios%n",
          (char) ('A' + c) + " / A",
          medianRatio(costs.get(c), costs.getFirst(), Cost::wall),
          medianRatio(costs.get(c), costs.getFirst(), Cost::cpu),
          medianRatio(costs.get(c), costs.getFirst(), Cost::peakMiB));
    }
  }

  private static double median(List<Cost> costs, ToDoubleFunction<Cost> figure) {
    return median(costs.stream().mapToDouble(figure).toArray());
  }

  private static double medianRatio(
      List<Cost> costs, List<Cost> base, ToDoubleFunction<Cost> figure) {
    double[] ratios = new double[costs.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = figure.applyAsDouble(costs.get(i)) / figure.applyAsDouble(base.get(i));
    }
    return median(ratios);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
