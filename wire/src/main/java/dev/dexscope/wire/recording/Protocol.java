package dev.dexscope.wire.recording;

import org.jspecify.annotations.Nullable;

/** The protocol of a link. */
public enum Protocol {
  /** Bytes that are not looked into. */
  RAW(0),
  JDWP(1),
  /** adb's transport. */
  ADB(2);

  private static final Protocol[] ALL = values();

  private final int number;

  Protocol(int number) {
    this.number = number;
  }

  /** In a file. */
  int number() {
    return number;
  }

  /** Returns the protocol with that number in a file; null if there is none. */
  static @Nullable Protocol of(int number) {
    for (Protocol each : ALL) {
      if (each.number == number) {
        return each;
      }
    }
    return null;
  }
}
