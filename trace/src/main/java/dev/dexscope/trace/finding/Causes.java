package dev.dexscope.trace.finding;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the end of a run waited for: methods that worked, and waits, on its critical path. */
final class Causes implements Search {
  private static final double LEAST = 0.05;
  private static final long LEAST_NANOS = 5_000_000;

  /** A part of a method's work that is named. */
  private static final double LEAST_OF_METHOD = 0.25;

  private static final double LEAST_FIRST_USE = 0.1;

  /** Of the elapsed time, waits of all threads together. */
  private static final double LEAST_OF_LOCKS = 0.3;

  /** A thread that does little else. */
  private static final double LEAST_OF_THREAD = 0.5;

  private record Key(int thread, int method, Observed.Kind kind, String what) {}

  @Override
  public List<Finding> in(Facts facts) {
    List<Observed.Part> path = facts.trace().observed().path();
    long total = path.stream().mapToLong(Observed.Part::nanos).sum();
    Map<Key, Long> sums = new LinkedHashMap<>();
    long firstUse = 0;
    for (Observed.Part each : path) {
      // That other processes have the processors is no fault of the program.
      boolean isOfProgram = each.method() >= 0 && each.kind() != Observed.Kind.OTHER;
      if (each.kind() == Observed.Kind.FIRST_USE && isKept(facts, each.thread())) {
        firstUse += each.nanos();
      } else if (isOfProgram && isKept(facts, each.thread())) {
        // Threads of a pool do the same work.
        int thread = each.kind() == Observed.Kind.WORK ? -1 : each.thread();
        sums.merge(
            new Key(thread, each.method(), each.kind(), each.what()), each.nanos(), Long::sum);
      }
    }
    List<Finding> findings = new ArrayList<>();
    sums.forEach((key, nanos) -> {
      double share = (double) nanos / total;
      if (share >= LEAST && nanos >= LEAST_NANOS) {
        String method = facts.view().methods().get(key.method).qualifiedName();
        String thread = key.thread < 0 ? "" : facts.trace().threads().get(key.thread).name();
        String text =
            key.kind == Observed.Kind.WORK
                ? work(facts, key.method, nanos, total)
                : wait(facts, key, nanos, share);
        findings.add(new Finding(rule(key.kind), share, text, method, thread));
      }
    });
    if (firstUse >= LEAST_FIRST_USE * total && firstUse >= LEAST_NANOS) {
      findings.add(firstUse(firstUse, total));
    }
    findings.addAll(locks(facts, total));
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

  /** Locks for which several threads wait: they run one after the other. */
  private static List<Finding> locks(Facts facts, long elapsed) {
    Map<Key, List<Observed.Wait>> locks = new LinkedHashMap<>();
    for (Observed.Wait each : facts.trace().observed().waits()) {
      if (isKept(facts, each.thread()) && isForLock(each)) {
        locks
            .computeIfAbsent(
                new Key(-1, each.method(), each.kind(), each.what()), _ -> new ArrayList<>())
            .add(each);
      }
    }
    List<Finding> findings = new ArrayList<>();
    locks.forEach((key, waits) -> {
      long nanos = waits.stream().mapToLong(Observed.Wait::nanos).sum();
      long count = waits.stream().mapToLong(Observed.Wait::count).sum();
      long threads = waits.stream().mapToInt(Observed.Wait::thread).distinct().count();
      double share = (double) nanos / (threads * Math.max(1, elapsed));
      if (threads > 1 && nanos >= LEAST_OF_LOCKS * elapsed && nanos >= LEAST_NANOS) {
        String method = facts.view().methods().get(key.method).qualifiedName();
        findings.add(
            new Finding(
                Rule.SHARED_WAIT,
                share,
                threads
                    + " threads wait for a lock ("
                    + key.what
                    + ") in "
                    + method
                    + ", "
                    + Facts.ms(nanos)
                    + " in all, "
                    + Facts.count(count)
                    + " times: they run one after the other there.",
                method,
                ""));
      }
    });
    return findings;
  }

  /** Monitors, and what the platform calls a lock. */
  private static boolean isForLock(Observed.Wait wait) {
    return wait.kind() == Observed.Kind.LOCK
        || (wait.kind() == Observed.Kind.PARK
            && wait.what().matches(".*Lock\\S*\\.\\w*[lL]ock\\w*"));
  }

  private static boolean isKept(Facts facts, int thread) {
    return facts.view().threads().stream().anyMatch(each -> each.number() == thread);
  }

  private static Rule rule(Observed.Kind kind) {
    return switch (kind) {
      case WORK -> Rule.HOT_METHOD;
      default -> Rule.WAIT;
    };
  }

  private static String work(Facts facts, int method, long nanos, long elapsed) {
    MethodTable methods = facts.view().methods();
    long calls = 0;
    long own = 0;
    Map<Integer, Long> platform = new HashMap<>();
    for (View.Part part : facts.view().threads()) {
      CallTree tree = part.tree();
      for (int node = 1; node < tree.size(); node++) {
        if (tree.method(node) == method) {
          calls += tree.calls(node);
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
    return text.append(waiter(facts, method, elapsed)).append('.').toString();
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
      if (isFor && (longest == null || each.nanos() > longest.nanos())) {
        longest = each;
      }
    }
    if (longest == null || longest.nanos() < LEAST * elapsed) {
      return "";
    }
    return "; "
        + facts.trace().threads().get(longest.thread()).name()
        + " waits "
        + Facts.ms(longest.nanos())
        + " for this thread, "
        + facts.trace().threads().get(longest.by()).name();
  }

  private static String wait(Facts facts, Key key, long nanos, double share) {
    Observed.Wait row = null;
    for (Observed.Wait each : facts.trace().observed().waits()) {
      boolean isSame =
          each.thread() == key.thread
              && each.method() == key.method
              && each.kind() == key.kind
              && each.what().equals(key.what);
      if (isSame && (row == null || each.nanos() > row.nanos())) {
        row = each;
      }
    }
    String method = facts.view().methods().get(key.method).qualifiedName();
    String thread = facts.trace().threads().get(key.thread).name();
    String line = row == null || row.line() < 0 ? "" : ", line " + row.line() + ",";
    String time = Facts.ms(nanos) + ", " + Facts.percent(share) + " of the elapsed time";
    String times = row == null || row.count() < 2 ? "" : ", " + Facts.count(row.count()) + " times";
    String what = key.what.isEmpty() ? "" : " (" + key.what + ")";
    return switch (key.kind) {
      case SLEEP -> thread + " sleeps in " + method + line + " for " + time + times + ".";
      case OTHER ->
          thread
              + " does not run in "
              + method
              + " for "
              + time
              + what
              + ": other work has the"
              + " processors.";
      default ->
          thread
              + " waits in "
              + method
              + line
              + " for "
              + awaited(key.kind)
              + what
              + ", "
              + time
              + times
              + holder(facts, row)
              + ".";
    };
  }

  private static String awaited(Observed.Kind kind) {
    return switch (kind) {
      case LOCK -> "a lock";
      case SOCKET -> "the network";
      case FILE -> "a file";
      default -> "another thread";
    };
  }

  private static String holder(Facts facts, Observed.@Nullable Wait row) {
    return row == null || row.by() < 0
        ? ""
        : ", of " + facts.trace().threads().get(row.by()).name();
  }
}
