package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.ProgramClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Methods of {@link LockSupport}: in the program's time. */
public final class LockSupportMethods {
  private LockSupportMethods() {}

  /** {@link LockSupport#parkNanos(long)}. */
  public static void parkNanos(long nanos) {
    parkNanos(null, nanos);
  }

  /** {@link LockSupport#parkNanos(Object, long)}. */
  public static void parkNanos(@Nullable Object blocker, long nanos) {
    if (nanos > 0) {
      ProgramClock.time().park(blocker, nanos);
    }
  }

  /** {@link LockSupport#parkUntil(long)}. */
  public static void parkUntil(long deadline) {
    parkUntil(null, deadline);
  }

  /** {@link LockSupport#parkUntil(Object, long)}. */
  public static void parkUntil(@Nullable Object blocker, long deadline) {
    long millis = deadline - ProgramClock.time().currentTimeMillis();
    parkNanos(blocker, TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
