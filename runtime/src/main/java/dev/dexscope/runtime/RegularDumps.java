package dev.dexscope.runtime;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Dumps every so often: what there is then is not lost when the app is killed. */
final class RegularDumps implements Runnable {
  private final Session session;
  private final long nanos;

  RegularDumps(Session session, int seconds) {
    this.session = session;
    this.nanos = TimeUnit.SECONDS.toNanos(seconds);
  }

  @Override
  public void run() {
    while (!session.hasEnded()) {
      LockSupport.parkNanos(nanos);
      session.dumpAndLog();
    }
  }
}
