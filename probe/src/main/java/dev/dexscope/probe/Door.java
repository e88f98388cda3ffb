package dev.dexscope.probe;

import java.io.Closeable;
import java.io.IOException;

/** A way in to {@link Alfred}. */
interface Door extends Closeable {
  /** The number of addresses to try: each process of an app needs one. */
  int TRIES = 16;

  /** Waits for the next guest. */
  Guest open() throws IOException;

  /** Sets the time after which reading fails if the guest sends nothing. */
  void limit(Guest guest, int millis) throws IOException;

  boolean isClosed();

  /**
   * Returns how many addresses before this one were taken: different in each process that is
   * running.
   */
  int place();

  /** The address, for the log. */
  @Override
  String toString();
}
