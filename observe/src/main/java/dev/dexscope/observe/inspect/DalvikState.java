package dev.dexscope.observe.inspect;

import java.lang.management.ThreadInfo;
import org.jspecify.annotations.Nullable;

/** The state of a thread: Dalvik's states with their numbers in DDM, and ART's names. */
public enum DalvikState {
  ZOMBIE(0, "Terminated"),
  RUNNING(1, "Runnable"),
  TIMED_WAIT(2, "TimedWaiting"),
  /** It waits for a monitor that another thread holds. */
  MONITOR(3, "Blocked"),
  /** It waits for another thread: to be notified, or to have initialised a class. */
  WAIT(4, "Waiting"),
  STARTING(6, "Starting"),
  NATIVE(7, "Native"),
  /** A debugger has suspended it while it ran. */
  SUSPENDED(9, "Suspended");

  private final int number;
  private final String word;

  DalvikState(int number, String word) {
    this.number = number;
    this.word = word;
  }

  /** The number in the chunk THST. */
  public int number() {
    return number;
  }

  /** ART's name, as in its stack dumps. */
  public String word() {
    return word;
  }

  static DalvikState of(Thread.State state, @Nullable ThreadInfo info, boolean initializing) {
    return switch (state) {
      case NEW -> STARTING;
      case RUNNABLE -> initializing ? WAIT : running(info);
      case BLOCKED -> MONITOR;
      case WAITING -> WAIT;
      case TIMED_WAITING -> TIMED_WAIT;
      case TERMINATED -> ZOMBIE;
    };
  }

  private static DalvikState running(@Nullable ThreadInfo info) {
    if (info == null) {
      return RUNNING;
    }
    return info.isInNative() ? NATIVE : info.isSuspended() ? SUSPENDED : RUNNING;
  }
}
