package dev.dexscope.monitor.vm;

import dev.dexscope.wire.ddm.ThreadChunk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The times that threads have waited for locks of others: the state in one sample counts until the
 * next. So waits shorter than the time between two samples are overestimated as often as they are
 * missed.
 *
 * <pre>{@code
 * Contention contention = new Contention();
 * while (...) {
 *   contention.add(vm.lockWaits(), System.nanoTime());
 *   Thread.sleep(10);
 * }
 * contention.sites().forEach(System.out::println);
 * }</pre>
 */
public final class Contention {
  /** The maximum of distinct places; those of a program are far fewer. */
  private static final int MOST_SITES = 1 << 16;

  private final Map<Key, Seen> sites = new HashMap<>();
  private LockWaits last = new LockWaits(List.of());
  private long lastNanos;

  /** The first wait of a site, and its sums. */
  private static final class Seen {
    final LockWaits.Wait first;
    long looks;
    long nanos;

    Seen(LockWaits.Wait first) {
      this.first = first;
    }
  }

  private record Key(String lock, String waiter, String at, String owner, String ownerAt) {}

  /**
   * The waits at one pair of places.
   *
   * @param lock class and number of the object
   * @param waiter the name of the thread that has waited
   * @param at the place where it waited
   * @param owner the name of the thread that held the lock
   * @param ownerAt the place of the owner meanwhile
   * @param waiterFrames the frames of the waiting thread in the first sample; innermost first
   * @param ownerFrames those of the owner
   * @param looks the number of samples
   */
  public record Site(
      String lock,
      String waiter,
      String at,
      String owner,
      String ownerAt,
      List<ThreadChunk.StackFrame> waiterFrames,
      List<ThreadChunk.StackFrame> ownerFrames,
      long looks,
      double millis) {
    public Site {
      waiterFrames = List.copyOf(waiterFrames);
      ownerFrames = List.copyOf(ownerFrames);
    }
  }

  /**
   * Adds a sample.
   *
   * @param nanos its time, by {@link System#nanoTime}
   */
  public void add(LockWaits seen, long nanos) {
    for (LockWaits.Wait each : last.waits()) {
      Key key =
          new Key(
              each.lock(),
              each.waiter().name(),
              each.waiter().place(),
              each.owner().name(),
              each.owner().place());
      Seen sum = sites.get(key);
      if (sum == null && sites.size() < MOST_SITES) {
        sum = new Seen(each);
        sites.put(key, sum);
      }
      if (sum != null) {
        sum.looks++;
        sum.nanos += nanos - lastNanos;
      }
    }
    last = seen;
    lastNanos = nanos;
  }

  /** Returns the waits, the longest first. */
  public List<Site> sites() {
    List<Site> all = new ArrayList<>();
    sites.forEach((key, sum) ->
        all.add(
            new Site(
                key.lock,
                key.waiter,
                key.at,
                key.owner,
                key.ownerAt,
                sum.first.waiter().frames(),
                sum.first.owner().frames(),
                sum.looks,
                sum.nanos / 1e6)));
    all.sort(Comparator.comparingDouble(Site::millis).reversed());
    return all;
  }
}
