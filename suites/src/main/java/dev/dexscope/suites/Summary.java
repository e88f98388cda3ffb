package dev.dexscope.suites;

import dev.dexscope.suites.Results.Row;
import dev.dexscope.suites.Results.Status;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The summary of a run: totals, reasons, and what changed since the run before.
 *
 * @param genuine the results of the genuine runtime, if it was asked: what fails there too says
 *     nothing about another engine
 */
record Summary(String engine, Map<String, Row> genuine) {
  void print(Collection<Row> rows, Map<String, Row> before, PrintStream out) {
    totals(rows, out);
    out.println();
    reasons("excluded or not built", rows, row -> isUnasked(row), out);
    reasons("failed", rows, row -> !isUnasked(row) && row.status() != Status.PASS, out);
    changes(rows, before, out);
  }

  private static boolean isUnasked(Row row) {
    return row.status() == Status.EXCLUDED || row.status() == Status.UNBUILT;
  }

  private void totals(Collection<Row> rows, PrintStream out) {
    out.printf(
        "%-12s %6s %6s %8s %6s %8s %9s%n",
        engine, "pass", "fail", "timeout", "crash", "unbuilt", "excluded");
    for (String kind : List.of("java", "smali", "agent", "all")) {
      var of =
          rows.stream()
              .filter(row -> kind.equals("all") || row.kind().equals(kind))
              .collect(Collectors.groupingBy(Row::status, Collectors.counting()));
      out.printf(
          "%-12s %6d %6d %8d %6d %8d %9d%n",
          kind,
          of.getOrDefault(Status.PASS, 0L),
          of.getOrDefault(Status.FAIL, 0L),
          of.getOrDefault(Status.TIMEOUT, 0L),
          of.getOrDefault(Status.CRASH, 0L),
          of.getOrDefault(Status.UNBUILT, 0L),
          of.getOrDefault(Status.EXCLUDED, 0L));
    }
    if (!engine.startsWith("art") && !genuine.isEmpty()) {
      var asked = rows.stream().filter(row -> !isUnasked(row) && passesOnArt(row)).toList();
      long pass = asked.stream().filter(row -> row.status() == Status.PASS).count();
      out.printf("of the %d that genuine ART passes here: %d%n", asked.size(), pass);
    }
  }

  private boolean passesOnArt(Row row) {
    Row there = genuine.get(row.test());
    return there != null && there.status() == Status.PASS;
  }

  private void reasons(String title, Collection<Row> rows, Predicate<Row> which, PrintStream out) {
    var byReason = new TreeMap<String, List<Row>>();
    rows.stream()
        .filter(which)
        .forEach(row ->
            byReason.computeIfAbsent(reason(row), r -> new java.util.ArrayList<>()).add(row));
    out.println(title + ": " + byReason.values().stream().mapToInt(List::size).sum());
    byReason.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
        .forEach(entry ->
            out.printf(
                "%4d  %s: %s%n", entry.getValue().size(), entry.getKey(), names(entry.getValue())));
    out.println();
  }

  /** Without figures, so that equal causes come together. */
  private static String reason(Row row) {
    return row.status() == Status.TIMEOUT ? "timeout" : row.reason().replaceAll("\\d+", "N");
  }

  private String names(List<Row> rows) {
    return rows.stream()
            .limit(6)
            .map(row ->
                row.test()
                    + (isUnasked(row)
                            || engine.startsWith("art")
                            || genuine.isEmpty()
                            || passesOnArt(row)
                        ? ""
                        : " (ART too)"))
            .collect(Collectors.joining(", "))
        + (rows.size() > 6 ? ", ..." : "");
  }

  private static void changes(Collection<Row> rows, Map<String, Row> before, PrintStream out) {
    for (Row row : rows) {
      Row old = before.get(row.test());
      if (old != null && old.status() != row.status()) {
        out.printf("%s: was %s, is %s %s%n", row.test(), old.status(), row.status(), row.reason());
      }
    }
  }
}
