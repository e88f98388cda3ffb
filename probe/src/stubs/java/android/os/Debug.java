package android.os;

/**
 * Stands for Android's class while the runtime is compiled; neither the jar nor the dex holds it.
 */
public final class Debug {
  private Debug() {}

  /** CPU time of the current thread, or -1 if the system does not report it. */
  public static long threadCpuTimeNanos() {
    return -1;
  }
}
