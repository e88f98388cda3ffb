package dev.dexscope.web.monitor;

import dev.dexscope.monitor.vm.Contention;
import dev.dexscope.monitor.vm.LockWaits;
import dev.dexscope.monitor.watch.MonitoredVm;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Looks again and again who waits for whose lock. */
final class ContentionWatch {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

  /** Whoever has begun it may have left the page long ago. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final MonitoredVm vm;
  private final Contention seen = new Contention();
  private final long start = System.nanoTime();
  private long end = start;
  private boolean isRunning = true;
  private String problem = "";

  ContentionWatch(MonitoredVm vm, LockWaits first) {
    this.vm = vm;
    seen.add(first, start);
    Thread.ofVirtual().name("contention of " + vm).start(this::look);
  }

  private void look() {
    try {
      while (add(vm.client().lockWaits())) {
        Thread.sleep(BETWEEN_LOOKS);
      }
    } catch (IOException | RuntimeException e) {
      synchronized (this) {
        problem = e.getMessage() + "";
        isRunning = false;
      }
    } catch (InterruptedException e) {
      stop();
    }
  }

  private synchronized boolean add(LockWaits now) {
    if (isRunning) {
      end = System.nanoTime();
      seen.add(now, end);
      isRunning = end - start < LONGEST.toNanos();
    }
    return isRunning;
  }

  synchronized void stop() {
    isRunning = false;
  }

  synchronized boolean isRunning() {
    return isRunning;
  }

  /** Why it has ended by itself; empty where it has not. */
  synchronized String problem() {
    return problem;
  }

  /** Returns how long it has looked. */
  synchronized long millis() {
    return (end - start) / 1_000_000;
  }

  synchronized List<Contention.Site> sites() {
    return seen.sites();
  }
}
