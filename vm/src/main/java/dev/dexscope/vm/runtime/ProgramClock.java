package dev.dexscope.vm.runtime;

import dev.dexscope.libcore.ProgramTime;

/** The time of the program in this VM: the machine's, unless the host has set another. */
public final class ProgramClock {
  private volatile ProgramTime time = new ProgramTime() {};

  private ProgramClock() {}

  private static ProgramClock ofVm() {
    return VmContext.current().part(ProgramClock.class, ProgramClock::new);
  }

  /** Sets the time, before the program runs. */
  public static void set(ProgramTime time) {
    ofVm().time = time;
  }

  /** Returns the time. */
  public static ProgramTime time() {
    return ofVm().time;
  }
}
