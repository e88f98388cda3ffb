package dev.dexscope.vm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The time of day that a program reads: the host's, and the time that was skipped because the
 * program only waited. {@link System#nanoTime}, by which programs measure their work, is the
 * host's.
 */
public final class ProgramClock {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final VarHandle SKIPPED;

  /** In nanoseconds. */
  @SuppressWarnings("UnusedVariable") // By the handle.
  private static long skipped;

  static {
    try {
      SKIPPED =
          MethodHandles.lookup().findStaticVarHandle(ProgramClock.class, "skipped", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private ProgramClock() {}

  /** Skips time; for one thread at a time. */
  public static void skip(long nanos) {
    SKIPPED.setOpaque((long) SKIPPED.getOpaque() + nanos);
  }

  /** {@link System#currentTimeMillis}. */
  public static long currentTimeMillis() {
    return System.currentTimeMillis() + (long) SKIPPED.getOpaque() / NANOS_PER_MILLI;
  }
}
