package dev.dexscope.store.fleet;

import org.jspecify.annotations.Nullable;

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

  /** Others may write files that agree with the manifest, but lack values. */
  static FleetException ofValue(@Nullable Object cell) {
    return new FleetException(
        "the store lacks a number", String.valueOf(cell), "other programs have written its files");
  }

  /** A name does not stand for one method. */
  static FleetException ofMethod(String what, Object where) {
    return new FleetException(what, where, "'dexscope fleet top --raw' lists methods");
  }
}
