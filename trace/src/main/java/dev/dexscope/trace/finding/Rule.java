package dev.dexscope.trace.finding;

/** The rules; docs/explain.md has what they find, and from when on. */
public enum Rule {
  WAIT("wait"),
  MAIN_WAITS("main-waits"),
  LONG_MESSAGES("long-messages"),
  SLOW_FRAMES("slow-frames"),
  JANKY_FRAMES("janky-frames"),
  MAIN_IO("main-io"),
  INFLATION("inflation"),
  FIRST_USE("first-use"),
  HOT_METHOD("hot-method"),
  REPEATED_SETUP("repeated-setup"),
  PLATFORM("platform"),
  EXCEPTIONS("exceptions"),
  SHARED_WAIT("shared-wait"),
  COLLECTIONS("explicit-gc"),
  GARBAGE("garbage"),
  PAIRS("pairs"),
  COLLISIONS("collisions"),
  MEASUREMENT("measurement");

  private final String key;

  Rule(String key) {
    this.key = key;
  }

  /** The name in output and documents. */
  public String key() {
    return key;
  }
}
