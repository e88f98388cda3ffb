package dev.dexscope.monitor.vm;

/** The state of a thread, as in chunks {@code THST}. */
public enum RunState {
  ZOMBIE("zombie"),
  RUNNING("running"),
  TIMED_WAIT("timed wait"),
  MONITOR("monitor"),
  WAIT("wait"),
  INITIALIZING("initializing"),
  STARTING("starting"),
  NATIVE("native"),
  VM_WAIT("vm wait"),
  SUSPENDED("suspended"),
  UNKNOWN("unknown");

  private static final RunState[] ALL = values();

  private final String words;

  RunState(String words) {
    this.words = words;
  }

  /** The state with Dalvik's number, which is its place here. */
  static RunState of(int number) {
    return number >= 0 && number < ALL.length ? ALL[number] : UNKNOWN;
  }

  /** In words for a table. */
  @Override
  public String toString() {
    return words;
  }
}
