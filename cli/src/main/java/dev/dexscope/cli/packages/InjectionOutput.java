package dev.dexscope.cli.packages;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.apk.preflight.Finding;
import dev.dexscope.apk.preflight.Severity;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.inject.InjectionReport;
import dev.dexscope.inject.Left;
import dev.dexscope.inject.Skip;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The output of {@code inject}, as text or as JSON. */
record InjectionOutput(Terminal terminal, boolean json, List<Finding> findings) {
  private static final int LEFT_SHOWN = 20;

  static boolean isBlocker(Finding finding) {
    return finding.severity() == Severity.BLOCKER;
  }

  /** Refuses a package that would not install or not run; users can override it. */
  void refuse() throws IOException {
    if (json) {
      Json.print(
          terminal.out(),
          out -> {
            out.writeStartObject();
            writeFindings(out);
            out.writeEndObject();
          });
    }
    findings.stream().filter(InjectionOutput::isBlocker).forEach(this::warn);
    terminal.tell("nothing is written: see above, or go on with --force");
  }

  /**
   * Prints the result.
   *
   * @param isLimited whether the user has selected a part of the code
   * @param steps the next commands
   */
  void print(Path output, InjectionReport report, boolean isLimited, List<String> steps)
      throws IOException {
    if (json) {
      Json.print(terminal.out(), out -> write(out, output, report, steps));
      return;
    }
    findings.forEach(this::warn);
    report.notes().forEach(terminal::tell);
    printCounts(report);
    printCost(report, isLimited);
    terminal.out().println("written " + output);
    if (!steps.isEmpty()) {
      terminal.out().println();
      terminal.out().println("to profile it on a device (docs/on-a-phone.md):");
      steps.forEach(each -> terminal.out().println("  " + Terminal.plain(each)));
    }
  }

  private void printCounts(InjectionReport report) {
    var out = terminal.out();
    out.printf(Locale.ROOT, "%,10d methods%n", report.seen());
    out.printf(Locale.ROOT, "%,10d instrumented%n", report.instrumented());
    for (Skip each : Skip.values()) {
      int count = report.skipped().getOrDefault(each, 0);
      if (count > 0) {
        out.printf(Locale.ROOT, "%,10d skipped: %s%n", count, each.words());
      }
    }
    if (!report.left().isEmpty()) {
      out.printf(Locale.ROOT, "%,10d could not be instrumented:%n", report.left().size());
      for (Left each : report.left().subList(0, Math.min(LEFT_SHOWN, report.left().size()))) {
        out.println("  " + Terminal.plain(each.method()) + ": " + Terminal.plain(each.reason()));
      }
      if (report.left().size() > LEFT_SHOWN) {
        out.println("  ... all of them with --json");
      }
    }
    if (report.openClasses() > 0) {
      out.printf(
          Locale.ROOT,
          "%,10d classes extend unknown ones: checked without them, in full with --boot%n",
          report.openClasses());
    }
  }

  private void printCost(InjectionReport report, boolean isLimited) {
    terminal
        .out()
        .printf(
            Locale.ROOT,
            "code %,d -> %,d bytes (%+.1f %%)%s%n",
            report.dexBefore(),
            report.dexAfter(),
            100.0 * (report.dexAfter() - report.dexBefore()) / Math.max(1, report.dexBefore()),
            isLimited ? "" : ", each call costs time; less: --app-only, --include");
  }

  private void write(JsonGenerator out, Path output, InjectionReport report, List<String> steps)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("output", output.toString());
    out.writeNumberField("methods", report.seen());
    out.writeNumberField("instrumented", report.instrumented());
    out.writeObjectFieldStart("skipped");
    for (Map.Entry<Skip, Integer> each : new TreeMap<>(report.skipped()).entrySet()) {
      out.writeNumberField(each.getKey().name().toLowerCase(Locale.ROOT), each.getValue());
    }
    out.writeEndObject();
    out.writeArrayFieldStart("left");
    for (Left each : report.left()) {
      out.writeStartObject();
      out.writeStringField("method", each.method());
      out.writeStringField("reason", each.reason());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeNumberField("openClasses", report.openClasses());
    out.writeNumberField("codeBefore", report.dexBefore());
    out.writeNumberField("codeAfter", report.dexAfter());
    writeTexts(out, "notes", report.notes());
    writeFindings(out);
    writeTexts(out, "steps", steps);
    out.writeEndObject();
  }

  private static void writeTexts(JsonGenerator out, String name, List<String> texts)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (String each : texts) {
      out.writeString(each);
    }
    out.writeEndArray();
  }

  private void writeFindings(JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("findings");
    for (Finding each : findings) {
      out.writeStartObject();
      out.writeStringField("severity", each.severity().name().toLowerCase(Locale.ROOT));
      out.writeStringField("id", each.id());
      out.writeStringField("where", each.where());
      out.writeStringField("what", each.what());
      out.writeStringField("advice", each.advice());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void warn(Finding finding) {
    terminal.tell(
        finding.severity().name().toLowerCase(Locale.ROOT)
            + " "
            + finding.id()
            + ": "
            + finding.what()
            + "; "
            + finding.advice());
  }
}
