package android.os;

import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** This process and its threads. */
@SuppressWarnings("AvoidCommonTypeNames")
public class Process {
  public static final int INVALID_UID = -1;
  public static final int ROOT_UID = 0;
  public static final int SYSTEM_UID = 1000;
  public static final int PHONE_UID = 1001;
  public static final int BLUETOOTH_UID = 1002;
  public static final int SHELL_UID = 2000;
  public static final int FIRST_APPLICATION_UID = 10000;
  public static final int LAST_APPLICATION_UID = 19999;
  public static final int INVALID_PID = -1;

  public static final int THREAD_PRIORITY_DEFAULT = 0;
  public static final int THREAD_PRIORITY_LOWEST = 19;
  public static final int THREAD_PRIORITY_BACKGROUND = 10;
  public static final int THREAD_PRIORITY_FOREGROUND = -2;
  public static final int THREAD_PRIORITY_DISPLAY = -4;
  public static final int THREAD_PRIORITY_URGENT_DISPLAY = -8;
  public static final int THREAD_PRIORITY_VIDEO = -10;
  public static final int THREAD_PRIORITY_AUDIO = -16;
  public static final int THREAD_PRIORITY_URGENT_AUDIO = -19;
  public static final int THREAD_PRIORITY_MORE_FAVORABLE = -1;
  public static final int THREAD_PRIORITY_LESS_FAVORABLE = 1;

  public static final int SIGNAL_QUIT = 3;
  public static final int SIGNAL_KILL = 9;
  public static final int SIGNAL_USR1 = 10;

  /** The nice values that ART takes for Java's priorities 1 to 10. */
  private static final int[] NICE = {19, 16, 13, 10, 0, -2, -4, -5, -6, -8};

  /** The priorities that threads requested: the JVM sets no nice values. */
  private static final ThreadLocal<Integer> PRIORITY = new ThreadLocal<>();

  private static final long START = SystemClock.elapsedRealtime();

  public static int myPid() {
    return (int) ProcessHandle.current().pid();
  }

  /** The system's number for the current thread, or Java's where that is not told. */
  public static int myTid() {
    try {
      Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      return Integer.parseInt(self.getFileName().toString());
    } catch (IOException | UnsupportedOperationException e) {
      return (int) Thread.currentThread().threadId();
    }
  }

  public static int myUid() {
    return ProcessIdentity.own().uid();
  }

  public static String myProcessName() {
    return ProcessIdentity.own().name();
  }

  public static boolean is64Bit() {
    return true;
  }

  public static boolean isApplicationUid(int uid) {
    return uid % 100_000 >= FIRST_APPLICATION_UID && uid % 100_000 <= LAST_APPLICATION_UID;
  }

  public static boolean isIsolated() {
    return false;
  }

  public static boolean isSdkSandbox() {
    return false;
  }

  public static int getUidForName(String name) {
    return -1;
  }

  public static int getGidForName(String name) {
    return -1;
  }

  /** Milliseconds of CPU time of this process. */
  public static long getElapsedCpuTime() {
    return ProcessHandle.current().info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
  }

  public static long getStartElapsedRealtime() {
    return START;
  }

  public static long getStartUptimeMillis() {
    return START;
  }

  public static long getStartRequestedElapsedRealtime() {
    return START;
  }

  public static long getStartRequestedUptimeMillis() {
    return START;
  }

  /** Sets the current thread's Java priority to the one that ART gives for this nice value. */
  @SuppressWarnings("ThreadPriorityCheck")
  public static void setThreadPriority(int priority) {
    PRIORITY.set(priority);
    int java = Thread.MAX_PRIORITY;
    while (java > Thread.MIN_PRIORITY && NICE[java - 1] < priority) {
      java--;
    }
    Thread.currentThread().setPriority(java);
  }

  public static void setThreadPriority(int tid, int priority) {
    checkTid(tid);
    setThreadPriority(priority);
  }

  public static int getThreadPriority(int tid) {
    checkTid(tid);
    Integer asked = PRIORITY.get();
    return asked != null ? asked : NICE[Thread.currentThread().getPriority() - 1];
  }

  private static void checkTid(int tid) {
    if (tid != 0 && tid != myTid()) {
      throw new IllegalArgumentException("only the current thread is known here, not " + tid);
    }
  }

  public static boolean supportsProcesses() {
    return true;
  }

  /** Ends a process; this one at once, without its shutdown hooks. */
  public static void killProcess(int pid) {
    sendSignal(pid, SIGNAL_KILL);
  }

  /** Sends a signal: of those, that one that ends a process. */
  public static void sendSignal(int pid, int signal) {
    if (signal != SIGNAL_KILL) {
      return;
    }
    if (pid == myPid()) {
      CurrentVm.get().log().flush();
      Runtime.getRuntime().halt(128 + SIGNAL_KILL);
    }
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }
}
