package dev.dexscope.trace.finding;

import java.util.List;

/**
 * The rules, in the order in which findings of equal weight are listed; docs/explain.md has their
 * thresholds.
 */
public enum Rule {
  MAIN_WAITS("main-waits", new MainWaits()),
  LONG_MESSAGES("long-messages", new LongMessages()),
  MAIN_IO("main-io", new MainInput()),
  INFLATION("inflation", new Inflation()),
  FIRST_USE("first-use", new FirstUse()),
  HOT_METHOD("hot-method", new HotMethod()),
  REPEATED_SETUP("repeated-setup", new RepeatedSetup()),
  EXCEPTIONS("exceptions", new ManyExceptions()),
  SHARED_WAIT("shared-wait", new SharedWait()),
  COLLECTIONS("explicit-gc", new ExplicitCollections()),
  MEASUREMENT("measurement", new Measurement());

  /** Finds what a rule is about. */
  interface Search {
    List<Finding> in(Facts facts);
  }

  private final String key;
  private final Search search;

  Rule(String key, Search search) {
    this.key = key;
    this.search = search;
  }

  /** The name in output and documents. */
  public String key() {
    return key;
  }

  List<Finding> findings(Facts facts) {
    return search.in(facts);
  }
}
