package dev.dexscope.probe;

import android.os.Debug;

/** Elapsed time and Android's CPU time of the thread. Loaded only where Android's class is. */
final class DualClock implements Clock {
  /** Returns whether this system reports a thread's CPU time. */
  static boolean isSupported() {
    try {
      return Debug.threadCpuTimeNanos() >= 0;
    } catch (LinkageError e) {
      return false;
    }
  }

  @Override
  public long wall() {
    return System.nanoTime();
  }

  @Override
  public long cpu() {
    return Debug.threadCpuTimeNanos();
  }

  @Override
  public boolean hasCpu() {
    return true;
  }
}
