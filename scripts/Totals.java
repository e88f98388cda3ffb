import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Adds up the test reports and the coverage of all modules, and tells why tests failed: {@code java Totals.java ROOT BEGUN [MODULE...]}.
 *
 * <p>A report that is older than the file {@code BEGUN} is of tests that have passed before.
 */
class Totals {
  private static final Pattern SUITE =
      Pattern.compile(
          "<testsuite [^>]*?tests=\"(\\d+)\" errors=\"(\\d+)\" skipped=\"(\\d+)\""
              + " failures=\"(\\d+)\"");

  /** JUnit's conditions give a message, what a test itself ended stands in its stack trace. */
  private static final Pattern SKIPPED =
      Pattern.compile(
          "<skipped(?: message=\"([^\"]*)\"|[^>]*><!\\[CDATA\\[[\\w.]+: (.*?)(?:\n|]]>))?");

  private static final Pattern FAILED =
      Pattern.compile(
          "<testcase name=\"([^\"]*)\" classname=\"([^\"]*)\"[^>]*>\\s*"
              + "<(?:failure|error)[^>]*>(?:<!\\[CDATA\\[)?(.*?)(?:]]>)?</(?:failure|error)>",
          Pattern.DOTALL);

  /** Of one failure: a message may hold a whole log. */
  private static final int MOST_LINES = 100;

  static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    int tests = 0;
    int failed = 0;
    int skipped = 0;
    int before = 0;
    FileTime begun = Files.getLastModifiedTime(Path.of(args[1]));
    List<String> modules = List.of(args).subList(2, args.length);
    Map<String, Integer> reasons = new TreeMap<>();
    List<String> failures = new ArrayList<>();
    try (Stream<Path> files = Files.find(root, 5, (f, _) -> isReport(root.relativize(f), modules))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String report = Files.readString(file);
        var suite = SUITE.matcher(report);
        if (suite.find()) {
          tests += Integer.parseInt(suite.group(1));
          failed += Integer.parseInt(suite.group(2)) + Integer.parseInt(suite.group(4));
          skipped += Integer.parseInt(suite.group(3));
          if (Files.getLastModifiedTime(file).compareTo(begun) < 0) {
            before += Integer.parseInt(suite.group(1)) - Integer.parseInt(suite.group(3));
          }
        }
        for (var skip : (Iterable<MatchResult>) SKIPPED.matcher(report).results()::iterator) {
          reasons.merge(reason(skip), 1, Integer::sum);
        }
        for (var each : (Iterable<MatchResult>) FAILED.matcher(report).results()::iterator) {
          failures.add(failure(each));
        }
      }
    }
    printCoverage(root.resolve("target/coverage.csv"));
    reasons.forEach((reason, count) -> System.out.println("skipped: " + count + ", " + reason));
    failures.forEach(System.out::println);
    System.out.println(
        (tests - failed - skipped)
            + " passed"
            + (before > 0 ? " (" + before + " before: nothing that they depend on has changed)" : "")
            + ", "
            + failed
            + " failed, "
            + skipped
            + " skipped");
    if (tests == 0) {
      System.err.println("verify: no test ran");
    }
    System.exit(tests == 0 || failed > 0 ? 1 : 0);
  }

  private static boolean isReport(Path file, List<String> modules) {
    return file.getNameCount() >= 4
        && (modules.isEmpty() || modules.contains(file.getName(0).toString()))
        && file.getName(2).toString().equals("surefire-reports")
        && file.getFileName().toString().matches("TEST-.*\\.xml");
  }

  private static String reason(MatchResult skip) {
    String message = skip.group(1) != null ? skip.group(1) : skip.group(2);
    return message == null ? "no reason given" : plain(message);
  }

  /** The test and what it says, of its stack trace what is ours: the log above has the whole. */
  private static String failure(MatchResult test) {
    String what = "failed: " + plain(test.group(2)) + "." + plain(test.group(1));
    return plain(test.group(3))
        .lines()
        .filter(line -> !line.startsWith("\tat ") || line.contains("dev.dexscope"))
        .limit(MOST_LINES)
        .map(line -> "\n  " + line)
        .collect(Collectors.joining("", what, ""));
  }

  private static String plain(String escaped) {
    return escaped
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&#39;", "'")
        .replace("&#10;", "\n")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }

  /**
   * JaCoCo's columns: group, package, class, instructions missed and covered, branches likewise.
   */
  private static void printCoverage(Path csv) throws IOException {
    if (!Files.exists(csv)) {
      return;
    }
    long[] sums = new long[4];
    try (Stream<String> lines = Files.lines(csv)) {
      lines
          .skip(1)
          .map(line -> line.split(","))
          .forEach(cells -> {
            for (int i = 0; i < sums.length; i++) {
              sums[i] += Long.parseLong(cells[3 + i]);
            }
          });
    }
    System.out.printf(
        Locale.ROOT,
        "coverage: %.1f%% of instructions, %.1f%% of branches (target/coverage.csv)%n",
        100.0 * sums[1] / (sums[0] + sums[1]),
        100.0 * sums[3] / (sums[2] + sums[3]));
  }
}
