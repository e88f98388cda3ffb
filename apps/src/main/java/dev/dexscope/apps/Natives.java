package dev.dexscope.apps;

/** How native methods of an app are treated. */
public enum Natives {
  /** Libraries that are built for this machine's kind run; others are missing. */
  AUTO,
  /** Native methods return 0 or null. */
  STUB,
  /** No library of the packages is loaded: native methods fail, as on a device without it. */
  FAIL
}
