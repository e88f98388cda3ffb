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
 * profile: {@code Judge CLASSES MAIN SECONDS FLAT.csv}. The innermost frame of a class of the program is whose the sample
 * is. Prints each method with at least 1 % of either, and how far the profile is off, in points.
 */
public class Judge {
  public static void main(String[] args) throws Exception {
    Path classes = Path.of(args[0]);
    Map<String, Double> truth = samples(classes, args[1], Integer.parseInt(args[2]));
    Map<String, Double> profile = profile(Path.of(args[3]));
    double worst = 0;
    var names = new java.util.TreeSet<>(truth.keySet());
    names.addAll(profile.keySet());
    for (String name : names) {
      double a = truth.getOrDefault(name, 0.0);
      double b = profile.getOrDefault(name, 0.0);
      if (Math.max(a, b) >= 1) {
        worst = Math.max(worst, Math.abs(a - b));
        System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f | %+.1f |%n", name, a, b, b - a);
      }
    }
    System.out.printf(Locale.ROOT, "%s: worst %.1f points%n", args[1], worst);
  }

  /** Runs the program until the time is over; the first run is warm-up. */
  private static Map<String, Double> samples(Path classes, String main, int seconds)
      throws Exception {
    try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        var recording = new Recording()) {
      var method = loader.loadClass(main).getMethod("main", String[].class);
      var out = System.out;
      System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
      method.invoke(null, (Object) new String[0]);
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
      recording.start();
      long end = System.nanoTime() + seconds * 1_000_000_000L;
      while (System.nanoTime() < end) {
        method.invoke(null, (Object) new String[0]);
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
    counts.replaceAll((_, count) -> 100 * count / sum);
    System.out.printf(Locale.ROOT, "%.0f samples%n", sum);
    return counts;
  }

  /** {@code report --csv}: overloads are one. */
  private static Map<String, Double> profile(Path csv) throws Exception {
    Map<String, Double> shares = new HashMap<>();
    for (String line : Files.readAllLines(csv)) {
      int comma = line.indexOf(',');
      int open = line.lastIndexOf('(');
      if (comma > 0 && open > 0 && Character.isDigit(line.charAt(0)) && !line.contains(",\"(")) {
        String name = line.substring(line.lastIndexOf(',', open) + 1, open).replace("\"", "");
        if (!name.isEmpty()) {
          shares.merge(name, 100 * Double.parseDouble(line.substring(0, comma)), Double::sum);
        }
      }
    }
    return shares;
  }
}
