package dev.dexscope.inject;

/** What is put into methods. */
public enum Mode {
  /** Every way out of a method is seen, exceptions by a catch-all of its own. */
  FULL,
  /**
   * No new try: that an exception left a method is seen where one is caught. Closest to the app's
   * own speed, because the runtime may still inline what has no try.
   */
  HANDLERS
}
