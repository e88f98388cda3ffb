package dev.dexscope.trace.finding;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the causes that the end of a run waited for: methods that worked, and waits, on its
 * critical path.
 */
final class Causes implements Search {
  private static final double LEAST = 0.05;
  private static final long LEAST_NANOS = 5_000_000;

  /** A part of a method's work that is named. */
  private static final double LEAST_OF_METHOD = 0.25;

  /** Each takes about a microsecond, and more with a deep stack. */
  private static final long LEAST_EXCEPTIONS = 10_000;

  private static final double LEAST_FIRST_USE = 0.1;

  /** A thread that does little else. */
  private static final double LEAST_OF_THREAD = 0.5;

  private record Key(int method, Observed.Kind kind, String what) {}

  /** Threads that do the same, one after the other. */
  private static final class Sum {
    private long nanos;
    private final Set<Integer> threads = new TreeSet<>();
  }

  @Override
  public List<Finding> in(Facts facts) {
    List<Observed.Part> path = facts.trace().observed().path();
    long total = facts.critical();
    Map<Key, Sum> sums = new LinkedHashMap<>();
    long firstUse = 0;
    for (Observed.Part each : path) {
      boolean isKept = facts.isKept(each.thread());
      // That other processes have the processors is no fault of the program.
      boolean isOfProgram = each.method() >= 0 && each.kind() != Observed.Kind.OTHER;
      if (each.kind() == Observed.Kind.FIRST_USE && isKept) {
        firstUse += each.nanos();
      } else if (isOfProgram && isKept) {
        var key = new Key(each.method(), each.kind(), each.what());
        Sum sum = sums.computeIfAbsent(key, _ -> new Sum());
        sum.nanos += each.nanos();
        sum.threads.add(each.thread());
      }
    }
    List<Finding> findings = new ArrayList<>();
    sums.forEach((key, sum) -> {
      double share = (double) sum.nanos / total;
      if (share >= LEAST && sum.nanos >= LEAST_NANOS) {
        boolean isWork = key.kind == Observed.Kind.WORK;
        findings.add(
            new Finding(
                rule(key.kind),
                share,
                isWork ? work(facts, key.method, sum.nanos, total) : wait(facts, key, sum, share),
                facts.view().methods().get(key.method).qualifiedName(),
                isWork || sum.threads.size() > 1 ? "" : facts.threadName(first(sum))));
      }
    });
    if (firstUse >= LEAST_FIRST_USE * total && firstUse >= LEAST_NANOS) {
      findings.add(firstUse(firstUse, total));
    }
    return findings;
  }

  private static Finding firstUse(long nanos, long total) {
    double share = (double) nanos / total;
    return new Finding(
        Rule.FIRST_USE,
        share,
        "The first use of classes takes "
            + Facts.ms(nanos)
            + ", "
            + Facts.percent(share)
            + " of the elapsed time: they are loaded and translated. --warmup 3 shows the program"
            + " without that.",
        "",
        "");
  }

  private static int first(Sum sum) {
    return sum.threads.iterator().next();
  }

  private static Rule rule(Observed.Kind kind) {
    return switch (kind) {
      case WORK -> Rule.HOT_METHOD;
      case COLLECTION -> Rule.COLLECTIONS;
      default -> Rule.WAIT;
    };
  }

  private static String work(Facts facts, int method, long nanos, long elapsed) {
    MethodTable methods = facts.view().methods();
    long calls = 0;
    long exceptions = 0;
    long own = 0;
    Map<Integer, Long> platform = new HashMap<>();
    for (View.Part part : facts.view().threads()) {
      CallTree tree = part.tree();
      for (int node = 1; node < tree.size(); node++) {
        if (tree.method(node) == method) {
          calls += tree.calls(node);
          exceptions += tree.exceptions(node);
          own += ownCpu(tree, node, methods);
          addPlatform(tree, node, methods, platform);
        }
      }
    }
    var text = new StringBuilder();
    text.append(methods.get(method).qualifiedName())
        .append(facts.line(method))
        .append(" works for ")
        .append(Facts.ms(nanos))
        .append(", ")
        .append(Facts.percent((double) nanos / elapsed))
        .append(" of the elapsed time");
    if (calls > 0) {
      text.append(calls == 1 ? ", in one call" : ", in " + Facts.count(calls) + " calls");
    }
    if (exceptions >= LEAST_EXCEPTIONS) {
      text.append(", of which exceptions end ").append(Facts.count(exceptions));
    }
    long all = own;
    mostOf(platform)
        .filter(each -> each.getValue() >= LEAST_OF_METHOD * all)
        .ifPresent(each -> {
          Method called = methods.get(each.getKey());
          text.append("; ")
              .append(Facts.percent((double) each.getValue() / all))
              .append(" of that in ")
              .append(called.className())
              .append('.')
              .append(called.plainName());
        });
    return text.append(made(facts, method))
        .append(waiter(facts, method, elapsed))
        .append('.')
        .toString();
  }

  /** The exceptions that a method makes, in words. */
  private static String made(Facts facts, int method) {
    return facts.trace().observed().exceptions().stream()
        .filter(each -> each.method() == method && each.amount() >= LEAST_EXCEPTIONS)
        .max(Comparator.comparingLong(Observed.Made::amount))
        .map(each ->
            "; it makes about " + Facts.count(rounded(each.amount())) + " of " + each.type())
        .orElse("");
  }

  /** Two digits: they are samples. */
  private static long rounded(long number) {
    long unit = 1;
    while (number / unit >= 100) {
      unit *= 10;
    }
    return (number + unit / 2) / unit * unit;
  }

  /** The CPU time of a call in itself and in the platform. */
  private static long ownCpu(CallTree tree, int node, MethodTable methods) {
    long time = tree.inclusiveCpu(node);
    for (int child = node + 1; child < tree.end(node); child = tree.end(child)) {
      if (!methods.get(tree.method(child)).isSampled()) {
        time -= tree.inclusiveCpu(child);
      }
    }
    return time;
  }

  private static void addPlatform(
      CallTree tree, int node, MethodTable methods, Map<Integer, Long> times) {
    for (int child = node + 1; child < tree.end(node); child = tree.end(child)) {
      if (methods.get(tree.method(child)).isSampled()) {
        times.merge(tree.method(child), tree.inclusiveCpu(child), Long::sum);
      }
    }
  }

  private static Optional<Map.Entry<Integer, Long>> mostOf(Map<Integer, Long> times) {
    return times.entrySet().stream().max(Map.Entry.comparingByValue());
  }

  /** The thread that waits longest for one that does little but run a method. */
  private static String waiter(Facts facts, int method, long elapsed) {
    boolean[] runs = new boolean[facts.trace().threads().size()];
    for (View.Part part : facts.view().threads()) {
      CallTree tree = part.tree();
      long time = 0;
      for (int node = 1; node < tree.size(); node++) {
        time += tree.method(node) == method ? ownCpu(tree, node, facts.view().methods()) : 0;
      }
      runs[part.number()] = time > LEAST_OF_THREAD * tree.inclusiveCpu(0);
    }
    Observed.Wait longest = null;
    for (Observed.Wait each : facts.trace().observed().waits()) {
      boolean isFor = each.by() >= 0 && each.by() != each.thread() && runs[each.by()];
      if (isFor && (longest == null || each.longest() > longest.longest())) {
        longest = each;
      }
    }
    // Who ended the others of several waits is not known.
    if (longest == null || longest.longest() < LEAST * elapsed) {
      return "";
    }
    return "; "
        + facts.threadName(longest.thread())
        + " waits "
        + Facts.ms(longest.longest())
        + " for this thread, "
        + facts.threadName(longest.by());
  }

  private static String wait(Facts facts, Key key, Sum sum, double share) {
    Observed.Wait row = null;
    long count = 0;
    for (Observed.Wait each : facts.trace().observed().waits()) {
      boolean isSame =
          sum.threads.contains(each.thread())
              && each.method() == key.method
              && each.kind() == key.kind
              && each.what().equals(key.what);
      count += isSame ? each.count() : 0;
      if (isSame && (row == null || each.nanos() > row.nanos())) {
        row = each;
      }
    }
    boolean isOne = sum.threads.size() == 1;
    String who =
        isOne ? facts.threadName(first(sum)) : Facts.count(sum.threads.size()) + " threads";
    String does = key.kind == Observed.Kind.SLEEP ? "sleep" : "wait";
    return who
        + " "
        + does
        + (isOne ? "s in " : " in ")
        + facts.view().methods().get(key.method).qualifiedName()
        + (row == null || row.line() < 0 ? "" : ", line " + row.line() + ",")
        + " for "
        + (key.kind == Observed.Kind.SLEEP ? "" : awaited(key) + ", ")
        + Facts.ms(sum.nanos)
        + ", "
        + Facts.percent(share)
        + " of the elapsed time"
        + (count < 2 ? "" : ", " + Facts.count(count) + " times")
        + (isOne ? holder(facts, row) : ", one after the other")
        + ".";
  }

  private static String awaited(Key key) {
    String kind =
        switch (key.kind) {
          case LOCK -> "a lock";
          case SOCKET -> "the network";
          case FILE -> "a file";
          case COLLECTION -> "a garbage collection that it requests";
          default -> key.what.startsWith("Process") ? "another process" : "another thread";
        };
    return key.what.isEmpty() ? kind : kind + " (" + key.what + ")";
  }

  private static String holder(Facts facts, Observed.@Nullable Wait row) {
    if (row == null || row.by() < 0 || row.by() == row.thread()) {
      return "";
    }
    String name = facts.threadName(row.by());
    return row.count() == 1
        ? ", of " + name
        : "; the longest, " + Facts.ms(row.longest()) + ", for " + name;
  }
}
