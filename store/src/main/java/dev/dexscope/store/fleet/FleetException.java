package dev.dexscope.store.fleet;

/** A question that the runs of a store do not answer: {@code what, where; what to do}. */
public final class FleetException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private FleetException(String what, Object where, String advice) {
    super(what + ", " + where + "; " + advice);
  }

  /** Runs that are needed are not there. */
  static FleetException ofRuns(String what, Object where) {
    return new FleetException(what, where, "'dexscope store ls' lists the runs");
  }

  /** A name does not stand for one method. */
  static FleetException ofMethod(String what, Object where) {
    return new FleetException(what, where, "'dexscope fleet top --raw' lists methods");
  }
}
