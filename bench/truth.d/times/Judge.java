import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * The shares of a program's methods in its time, as samples of the undisturbed program have them, beside those of a
 * profile: {@code Judge CLASSES MAIN SECONDS FLAT.csv [ARGUMENT...]}. The innermost frame of a class of the program is whose
 * the sample is. Prints each method with at least 1 % of either, how far the profile is off, in points, and whether the
 * intervals of both overlap as they should: in 95 of 100 rows their difference is within both errors.
 */
public class Judge {
  public static void main(String[] args) throws Exception {
    Path classes = Path.of(args[0]);
    String[] arguments = java.util.Arrays.copyOfRange(args, 4, args.length);
    Map<String, Double> truth = samples(classes, args[1], Integer.parseInt(args[2]), arguments);
    Map<String, Row> profile = profile(Path.of(args[3]));
    double worst = 0;
    // A method that no sample has seen may be as long as one with the smallest error.
    double unseen = profile.values().stream().mapToDouble(Row::error).min().orElse(0);
    int rows = 0;
    int held = 0;
    var names = new java.util.TreeSet<>(truth.keySet());
    names.addAll(profile.keySet());
    for (String name : names) {
      double a = truth.getOrDefault(name, 0.0);
      Row row = profile.getOrDefault(name, new Row(0, unseen));
      double b = row.share;
      if (Math.max(a, b) >= 1) {
        double error = Math.hypot(row.error, 196 * Math.sqrt(a / 100 * (1 - a / 100) / taken));
        rows++;
        held += Math.abs(a - b) <= Math.max(error, 0.5) ? 1 : 0;
        worst = Math.max(worst, Math.abs(a - b));
        System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f | %+.1f |%n", name, a, b, b - a);
      }
    }
    String what = arguments.length == 0 ? args[1] : arguments[0];
    System.out.printf(
        Locale.ROOT,
        "%s: worst %.1f points, %d of %d rows within their errors, hottest %s%n",
        what,
        worst,
        held,
        rows,
        hottest(truth).equals(hottest(shares(profile)))
            ? "the same"
            : hottest(truth) + ", in the profile " + hottest(shares(profile)));
  }

  /** A method's share, and the error of that, in per cent. */
  private record Row(double share, double error) {
    Row plus(Row other) {
      return new Row(share + other.share, Math.hypot(error, other.error));
    }
  }

  private static double taken;

  private static Map<String, Double> shares(Map<String, Row> rows) {
    Map<String, Double> shares = new HashMap<>();
    rows.forEach((name, row) -> shares.put(name, row.share));
    return shares;
  }

  private static String hottest(Map<String, Double> shares) {
    return shares.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  /** Runs the program until the time is over; the first run is warm-up. */
  private static Map<String, Double> samples(
      Path classes, String main, int seconds, String[] arguments) throws Exception {
    try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        var recording = new Recording()) {
      var method = loader.loadClass(main).getMethod("main", String[].class);
      var out = System.out;
      System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
      method.invoke(null, (Object) arguments);
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
      recording.start();
      long end = System.nanoTime() + seconds * 1_000_000_000L;
      while (System.nanoTime() < end) {
        method.invoke(null, (Object) arguments);
      }
      recording.stop();
      System.setOut(out);
      Path file = Files.createTempFile("truth", ".jfr");
      recording.dump(file);
      try {
        return shares(file, classes);
      } finally {
        Files.delete(file);
      }
    }
  }

  private static Map<String, Double> shares(Path file, Path classes) throws Exception {
    Map<String, Double> counts = new HashMap<>();
    double all = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getStackTrace() == null) {
        continue;
      }
      for (RecordedFrame frame : event.getStackTrace().getFrames()) {
        String type = frame.getMethod().getType().getName();
        if (Files.exists(classes.resolve(type.replace('.', '/') + ".class"))) {
          counts.merge(type + "." + frame.getMethod().getName(), 1.0, Double::sum);
          all++;
          break;
        }
      }
    }
    double sum = all;
    taken = all;
    counts.replaceAll((_, count) -> 100 * count / sum);
    System.out.printf(Locale.ROOT, "%.0f samples%n", sum);
    return counts;
  }

  /** {@code report --csv}: overloads are one. */
  private static Map<String, Row> profile(Path csv) throws Exception {
    Map<String, Row> shares = new HashMap<>();
    java.util.List<String> columns = java.util.List.of();
    double total = 0;
    for (String line : Files.readAllLines(csv)) {
      if (line.startsWith("share,")) {
        columns = java.util.List.of(line.split(","));
        continue;
      }
      String[] cells = line.split(",", columns.size());
      if (columns.isEmpty() || cells.length < columns.size()) {
        continue;
      }
      String name = cells[columns.size() - 1].replace("\"", "");
      int open = name.indexOf('(');
      double error = number(cells[columns.indexOf("exclusive_plus_minus_ns")]);
      double own = number(cells[columns.indexOf("exclusive_ns")]);
      double share = number(cells[0]);
      // Of an unknown time the error is what is known.
      total = share > 0 ? own / share : total;
      if (open > 0) {
        shares.merge(name.substring(0, open), new Row(100 * share, error), Row::plus);
      }
    }
    double all = total;
    shares.replaceAll((_, row) -> new Row(row.share, 100 * row.error / all));
    return shares;
  }

  private static double number(String cell) {
    return cell.isEmpty() ? 0 : Double.parseDouble(cell);
  }
}
