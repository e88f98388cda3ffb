package dev.dexscope.trace;

/** The clock of a trace's times: the {@code clock} key of a Traceview header. */
public enum Clock {
  /** CPU time of the calling thread. */
  THREAD_CPU("thread-cpu"),
  /** Elapsed time. */
  WALL("wall"),
  /** Both, in each record. */
  DUAL("dual"),
  /** CPU time of the whole process: Dalvik of 2008. */
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
    return this == WALL || this == DUAL;
  }

  /** Returns whether CPU times are known. */
  public boolean hasCpu() {
    return this != WALL;
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
