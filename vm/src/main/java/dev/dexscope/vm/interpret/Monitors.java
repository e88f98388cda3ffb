package dev.dexscope.vm.interpret;

import org.jspecify.annotations.Nullable;

/** monitor-enter and monitor-exit. */
final class Monitors {
  private Monitors() {}

  /** Enters a monitor and runs the frame until it is released; see {@link Interpreter#run}. */
  static int enter(Frame f, @Nullable Object monitor, int next) throws Throwable {
    if (monitor == null) {
      throw Thrown.nullMonitor(true, isCounted(f));
    }
    HeldMonitors held = f.monitors();
    int depth = held.depth();
    synchronized (monitor) {
      held.enter(monitor);
      try {
        return Interpreter.run(f, next);
      } finally {
        held.cut(depth);
      }
    }
  }

  /** Releases a monitor; returns whether the innermost nested run has to end for it. */
  static boolean exit(Frame f, @Nullable Object monitor) {
    if (monitor == null) {
      throw Thrown.nullMonitor(false, isCounted(f));
    }
    if (f.monitors == null || !f.monitors.exit(monitor)) {
      throw Thrown.notHeld(monitor, isCounted(f));
    }
    return f.monitors.isInnermostReleased();
  }

  private static boolean isCounted(Frame f) {
    return f.method.source().types().countsLocks();
  }
}
