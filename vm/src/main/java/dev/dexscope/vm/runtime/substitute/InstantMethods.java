package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.ProgramClock;
import java.time.Instant;

/** Methods of {@link Instant}. */
public final class InstantMethods {
  private InstantMethods() {}

  /** {@link Instant#now()}: the program's, in milliseconds as on Android. */
  public static Instant now() {
    return Instant.ofEpochMilli(ProgramClock.time().currentTimeMillis());
  }
}
