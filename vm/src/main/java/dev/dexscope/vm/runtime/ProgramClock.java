package dev.dexscope.vm.runtime;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The time of day that a program reads: the host's, and the time that was skipped because the
 * program only waited. {@link System#nanoTime}, by which programs measure their work, is the
 * host's.
 */
public final class ProgramClock {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** In nanoseconds. */
  private final AtomicLong skipped = new AtomicLong();

  private ProgramClock() {}

  private static ProgramClock ofVm() {
    return VmContext.current().part(ProgramClock.class, ProgramClock::new);
  }

  /** Skips time. */
  public static void skip(long nanos) {
    ofVm().skipped.addAndGet(nanos);
  }

  /** {@link System#currentTimeMillis}. */
  public static long currentTimeMillis() {
    return System.currentTimeMillis() + ofVm().skipped.getOpaque() / NANOS_PER_MILLI;
  }
}
