package android.os;

/**
 * Stands for Android's class while the runtime is compiled; neither the jar nor the dex holds it.
 */
@SuppressWarnings("AvoidCommonTypeNames")
public final class Process {
  private Process() {}

  /** The system's number of the current thread. */
  public static int myTid() {
    return -1;
  }
}
