package dev.dexscope.monitor.watch;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses before something is tried again, each twice as long as the one before. */
final class Backoff {
  private final Duration first;
  private final Duration most;
  private Duration next;

  Backoff(Duration first, Duration most) {
    this.first = first;
    this.most = most;
    next = first;
  }

  /** It has worked. */
  void reset() {
    next = first;
  }

  /** A little longer for some, so that not all come back at once. */
  void pause() throws InterruptedException {
    long millis = next.toMillis();
    Thread.sleep(millis + ThreadLocalRandom.current().nextLong(millis / 4 + 1));
    next = next.multipliedBy(2).compareTo(most) > 0 ? most : next.multipliedBy(2);
  }
}
