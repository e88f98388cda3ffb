package dev.dexscope.probe;

import java.io.Closeable;
import java.io.IOException;

/** A way in to {@link Alfred}. */
interface Door extends Closeable {
  /** How many addresses are tried: each process of an app needs one. */
  int TRIES = 16;

  /** Waits for the next guest. */
  Guest open() throws IOException;

  /** From now on reading fails when the guest has said nothing for so long. */
  void limit(Guest guest, int millis) throws IOException;

  boolean isClosed();

  /** How many addresses before this one were taken: different in each process that is running. */
  int place();

  /** The address, for the log. */
  @Override
  String toString();
}
