package dev.dexscope.apps;

import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.base.text.Xml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The results of instrumentation tests, from the lines that {@code am instrument -r} prints.
 *
 * @param cases the tests that ended, in their order
 */
public record TestReport(List<Case> cases) {
  // The codes of androidx.test's runner and its predecessors.
  private static final int STARTED = 1;
  private static final int OK = 0;
  private static final int IGNORED = -3;
  private static final int ASSUMPTION_FAILED = -4;

  private static final String STATUS = "INSTRUMENTATION_STATUS: ";
  private static final String CODE = "INSTRUMENTATION_STATUS_CODE: ";
  private static final String LINES = "INSTRUMENTATION_";

  /**
   * One test.
   *
   * @param stack of its failure; empty if it has none
   * @param nanos how long it took
   */
  public record Case(String className, String name, Outcome outcome, String stack, long nanos) {}

  /** How a test ended. */
  public enum Outcome {
    PASSED,
    SKIPPED,
    FAILED
  }

  /** Returns the outcome that a status code means; a test that has not ended has failed. */
  public static Outcome outcome(int code) {
    return switch (code) {
      case OK -> Outcome.PASSED;
      case IGNORED, ASSUMPTION_FAILED -> Outcome.SKIPPED;
      default -> Outcome.FAILED;
    };
  }

  /**
   * Reads a run's results; a test that was running when the process ended has failed.
   *
   * @param run has the times
   * @throws IOException if it cannot be read
   */
  public static TestReport read(Path file, AppRun run) throws IOException {
    Map<String, Long> times = new HashMap<>();
    for (Event each : run.of(Kind.STEP)) {
      times.put(each.name(), each.duration());
    }
    List<Case> cases = new ArrayList<>();
    Map<String, String> values = new HashMap<>();
    Map<String, String> running = Map.of();
    String key = "";
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      int equals = line.indexOf('=');
      if (line.startsWith(STATUS) && equals > 0) {
        key = line.substring(STATUS.length(), equals);
        values.put(key, line.substring(equals + 1));
      } else if (line.startsWith(CODE)) {
        int code = Integer.parseInt(line.substring(CODE.length()).strip());
        running = code == STARTED ? Map.copyOf(values) : Map.of();
        if (code != STARTED && values.containsKey("test")) {
          cases.add(of(values, outcome(code), times));
        }
        values.clear();
      } else if (!line.startsWith(LINES)) {
        // A value of several lines, such as a stack.
        values.merge(key, line, (first, next) -> first + "\n" + next);
      }
    }
    if (running.containsKey("test")) {
      var ended = new HashMap<>(running);
      ended.put("stack", "the process ended in this test");
      cases.add(of(ended, Outcome.FAILED, times));
    }
    return new TestReport(List.copyOf(cases));
  }

  private static Case of(Map<String, String> values, Outcome outcome, Map<String, Long> times) {
    String type = values.getOrDefault("class", "");
    String name = values.getOrDefault("test", "");
    String stack = outcome == Outcome.FAILED ? values.getOrDefault("stack", "") : "";
    return new Case(type, name, outcome, stack, times.getOrDefault(type + "." + name, 0L));
  }

  private long count(Outcome outcome) {
    return cases.stream().filter(each -> each.outcome() == outcome).count();
  }

  /** Returns the results in the XML of JUnit's reports, as build servers read it. */
  public String xml() {
    var out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.append("<testsuite name=\"instrumentation\" tests=\"").append(cases.size());
    out.append("\" failures=\"").append(count(Outcome.FAILED)).append("\" errors=\"0\" skipped=\"");
    out.append(count(Outcome.SKIPPED)).append("\" time=\"");
    out.append(seconds(cases.stream().mapToLong(Case::nanos).sum())).append("\">\n");
    for (Case each : cases) {
      out.append("  <testcase classname=\"").append(Xml.escaped(each.className()));
      out.append("\" name=\"").append(Xml.escaped(each.name())).append("\" time=\"");
      out.append(seconds(each.nanos())).append("\">");
      switch (each.outcome()) {
        case PASSED -> {}
        case SKIPPED -> out.append("<skipped/>");
        case FAILED -> {
          String first = each.stack().lines().findFirst().orElse("");
          out.append("<failure message=\"").append(Xml.escaped(first)).append("\">");
          out.append(Xml.escaped(each.stack())).append("</failure>");
        }
      }
      out.append("</testcase>\n");
    }
    return out.append("</testsuite>\n").toString();
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e9);
  }
}
