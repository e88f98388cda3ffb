package dev.dexscope.trace.finding;

import dev.dexscope.trace.Observed;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Garbage collections take a good part of the elapsed time. */
final class Garbage implements Search {
  private static final double LEAST = 0.15;
  private static final long LEAST_NANOS = 20_000_000;
  private static final double LEAST_OF_BYTES = 0.2;
  private static final int MOST_METHODS = 2;

  @Override
  public List<Finding> in(Facts facts) {
    Observed observed = facts.trace().observed();
    long elapsed = facts.critical();
    // Those that the program requests have a method.
    long nanos =
        observed.path().stream()
            .filter(each -> each.kind() == Observed.Kind.COLLECTION && each.method() < 0)
            .mapToLong(Observed.Part::nanos)
            .sum();
    if (nanos < LEAST * elapsed || nanos < LEAST_NANOS) {
      return List.of();
    }
    List<Observed.Made> most =
        observed.allocations().stream()
            .sorted(Comparator.comparingLong(Observed.Made::amount).reversed())
            .toList();
    long bytes = most.stream().mapToLong(Observed.Made::amount).sum();
    String makers =
        most.stream()
            .filter(each -> each.amount() >= LEAST_OF_BYTES * bytes)
            .limit(MOST_METHODS)
            .map(each -> maker(facts, each, bytes))
            .collect(Collectors.joining(", "));
    String method =
        makers.isEmpty()
            ? ""
            : facts.view().methods().get(most.getFirst().method()).qualifiedName();
    double share = (double) nanos / elapsed;
    String text =
        "Garbage collections take "
            + Facts.ms(nanos)
            + ", "
            + Facts.percent(share)
            + " of the elapsed time"
            + (makers.isEmpty() ? "" : "; of the " + mb(bytes) + " that are allocated " + makers)
            + ".";
    return List.of(new Finding(Rule.GARBAGE, share, text, method, ""));
  }

  private static String maker(Facts facts, Observed.Made made, long all) {
    return Facts.percent((double) made.amount() / all)
        + " are "
        + made.type()
        + " of "
        + facts.view().methods().get(made.method()).qualifiedName()
        + (made.line() < 0 ? "" : ", line " + made.line());
  }

  private static String mb(long bytes) {
    return Facts.count(bytes / 1_000_000) + " MB";
  }
}
