package dev.dexscope.testkit;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * The outcome of a test class, in the XML that Maven's reports have; scripts/Totals.java reads it.
 */
@SuppressWarnings("NullAway.Init")
final class TestReport implements TestExecutionListener {
  private enum End {
    PASSED,
    FAILED,
    SKIPPED
  }

  /**
   * A test that has ended.
   *
   * @param text the stack trace or the reason
   */
  private record Ended(String name, End end, String text, double seconds) {}

  private final String className;
  private final List<Ended> all = new ArrayList<>();
  private final Map<String, Long> begun = new HashMap<>();
  private final long start = System.nanoTime();
  private TestPlan plan;

  TestReport(String className) {
    this.className = className;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    begun.put(test.getUniqueId(), System.nanoTime());
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    if (test.isTest()) {
      add(test, End.SKIPPED, reason);
    }
    for (TestIdentifier each : plan.getDescendants(test)) {
      if (each.isTest()) {
        add(each, End.SKIPPED, reason);
      }
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Throwable thrown = result.getThrowable().orElse(null);
    switch (result.getStatus()) {
      case SUCCESSFUL -> {
        if (test.isTest()) {
          add(test, End.PASSED, "");
        }
      }
      case FAILED -> add(test, End.FAILED, trace(thrown));
      case ABORTED -> {
        // An assumption of a whole class does not hold: none of its tests has begun.
        if (test.isTest()) {
          add(test, End.SKIPPED, String.valueOf(thrown == null ? "" : thrown.getMessage()));
        } else {
          executionSkipped(test, String.valueOf(thrown == null ? "" : thrown.getMessage()));
        }
      }
    }
  }

  private void add(TestIdentifier test, End end, String text) {
    long since = begun.getOrDefault(test.getUniqueId(), System.nanoTime());
    String name =
        test.getSource()
            .filter(MethodSource.class::isInstance)
            .map(source -> ((MethodSource) source).getMethodName())
            .filter(method -> !test.getDisplayName().startsWith(method))
            .map(method -> method + " " + test.getDisplayName())
            .orElse(test.getDisplayName());
    all.add(new Ended(name, end, text, (System.nanoTime() - since) / 1e9));
  }

  private static String trace(@Nullable Throwable thrown) {
    if (thrown == null) {
      return "";
    }
    var text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  int tests() {
    return all.size();
  }

  int failed() {
    return count(End.FAILED);
  }

  private int count(End end) {
    return (int) all.stream().filter(each -> each.end == end).count();
  }

  /** Writes it into a folder. */
  void write(Path folder) throws IOException {
    var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append(
        String.format(
            Locale.ROOT,
            "<testsuite name=\"%s\" time=\"%.3f\" tests=\"%d\" errors=\"0\" skipped=\"%d\""
                + " failures=\"%d\">\n",
            className,
            (System.nanoTime() - start) / 1e9,
            all.size(),
            count(End.SKIPPED),
            count(End.FAILED)));
    for (Ended each : all) {
      xml.append(
          String.format(
              Locale.ROOT,
              "  <testcase name=\"%s\" classname=\"%s\" time=\"%.3f\">",
              escaped(each.name),
              className,
              each.seconds));
      switch (each.end) {
        case PASSED -> {}
        case SKIPPED -> xml.append("<skipped message=\"").append(escaped(each.text)).append("\"/>");
        case FAILED ->
            xml.append("<failure><![CDATA[")
                .append(plain(each.text).replace("]]>", "]] >"))
                .append("]]></failure>");
      }
      xml.append("</testcase>\n");
    }
    Files.writeString(folder.resolve("TEST-" + className + ".xml"), xml.append("</testsuite>\n"));
  }

  private static String escaped(String text) {
    return plain(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\"", "&quot;")
        .replace("\n", "&#10;");
  }

  /** XML has no other control characters. */
  private static String plain(String text) {
    return text.replaceAll("[\\p{Cntrl}&&[^\n\t]]", "?");
  }
}
