package dev.dexscope.trace.finding;

import dev.dexscope.trace.Observed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Locks for which several threads wait: they run one after the other there. */
final class LockConvoy implements Search {
  /** Of the elapsed time, waits of all threads together. */
  private static final double LEAST = 0.3;

  private static final long LEAST_NANOS = 5_000_000;

  /** The platform's names of locks, besides monitors. */
  private static final Pattern LOCKS =
      Pattern.compile(".*Lock\\S*\\.\\w*[lL]ock\\w*|Semaphore\\.(acquire|tryAcquire)\\w*");

  private record Key(int method, String what) {}

  @Override
  public List<Finding> in(Facts facts) {
    long elapsed = facts.critical();
    Map<Key, List<Observed.Wait>> locks = new LinkedHashMap<>();
    for (Observed.Wait each : facts.trace().observed().waits()) {
      if (facts.isKept(each.thread()) && isForLock(each)) {
        locks
            .computeIfAbsent(new Key(each.method(), each.what()), _ -> new ArrayList<>())
            .add(each);
      }
    }
    List<Finding> findings = new ArrayList<>();
    locks.forEach((key, waits) -> {
      long nanos = waits.stream().mapToLong(Observed.Wait::nanos).sum();
      long count = waits.stream().mapToLong(Observed.Wait::count).sum();
      long threads = waits.stream().mapToInt(Observed.Wait::thread).distinct().count();
      if (threads > 1 && nanos >= LEAST * elapsed && nanos >= LEAST_NANOS) {
        String method = facts.view().methods().get(key.method).qualifiedName();
        findings.add(
            new Finding(
                Rule.SHARED_WAIT,
                (double) nanos / (threads * Math.max(1, elapsed)),
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

  private static boolean isForLock(Observed.Wait wait) {
    return wait.kind() == Observed.Kind.LOCK
        || (wait.kind() == Observed.Kind.PARK && LOCKS.matcher(wait.what()).matches());
  }
}
