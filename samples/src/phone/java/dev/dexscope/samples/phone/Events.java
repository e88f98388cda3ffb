package dev.dexscope.samples.phone;

import java.util.ArrayList;
import java.util.List;

/** What the app was called for, in order. */
final class Events {
  private static final List<String> ALL = new ArrayList<>();
  private static final long MOST = 10_000_000_000L;

  private Events() {}

  static void add(String event) {
    synchronized (ALL) {
      ALL.add(event);
      ALL.notifyAll();
    }
  }

  static void clear() {
    synchronized (ALL) {
      ALL.clear();
    }
  }

  /** Returns those that begin with a prefix, without it. */
  static String of(String prefix) {
    StringBuilder text = new StringBuilder();
    synchronized (ALL) {
      for (String each : ALL) {
        if (each.startsWith(prefix)) {
          text.append(text.length() == 0 ? "" : " ").append(each.substring(prefix.length()));
        }
      }
    }
    return text.toString();
  }

  static String all() {
    return of("");
  }

  /** Waits until there is one. */
  static void await(String event) throws InterruptedException {
    long end = System.nanoTime() + MOST;
    synchronized (ALL) {
      while (!ALL.contains(event)) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new AssertionError(event + " has not come: " + ALL);
        }
        ALL.wait(left);
      }
    }
  }
}
