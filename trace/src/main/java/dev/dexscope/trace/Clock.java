package dev.dexscope.trace;

/** The clock of a trace's times: the {@code clock} key of a Traceview header. */
public enum Clock {
  /** CPU time of the calling thread. */
  THREAD_CPU("thread-cpu"),
  /** Elapsed time. */
  WALL("wall"),
  /** Both, in each record. */
  DUAL("dual"),
  /** Elapsed time, as Dalvik of 2008 names it. */
  GLOBAL("global");

  private final String key;

  Clock(String key) {
    this.key = key;
  }

  /** The word in the header. */
  public String key() {
    return key;
  }

  /** Returns whether elapsed times are known. */
  public boolean hasWall() {
    return this != THREAD_CPU;
  }

  /** Returns whether CPU times are known. */
  public boolean hasCpu() {
    return this == THREAD_CPU || this == DUAL;
  }

  /** The clock of this key. */
  public static Clock of(String key, Clock otherwise) {
    for (Clock clock : values()) {
      if (clock.key.equals(key)) {
        return clock;
      }
    }
    return otherwise;
  }
}
