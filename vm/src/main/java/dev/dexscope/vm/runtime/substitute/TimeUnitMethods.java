package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.ProgramClock;
import java.util.concurrent.TimeUnit;

/** Methods of {@link TimeUnit}. */
public final class TimeUnitMethods {
  private TimeUnitMethods() {}

  /** {@link TimeUnit#sleep}: in the program's time. */
  public static void sleep(TimeUnit unit, long time) throws InterruptedException {
    if (time > 0) {
      ProgramClock.time().sleep(unit.toNanos(time));
    }
  }
}
