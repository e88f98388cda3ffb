package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.ProgramClock;
import java.util.Date;

/** Makes {@link Date}s. */
public final class DateMethods {
  private DateMethods() {}

  /** {@link Date#Date()}: the program's time. */
  @SuppressWarnings("JavaUtilDate") // What programs of Android have.
  public static Date make() {
    return new Date(ProgramClock.time().currentTimeMillis());
  }
}
