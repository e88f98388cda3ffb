package dev.dexscope.vm.trace;

import org.jspecify.annotations.Nullable;

/** What hooked guest code calls. Cheap when no trace runs, and never in the guest's way. */
public final class Hooks {
  private static final ThreadLocal<@Nullable ThreadRecords> RECORDS = new ThreadLocal<>();

  /** The trace that runs. */
  private static volatile @Nullable CallTrace running;

  private Hooks() {}

  /** A method begins. */
  public static void enter(int method) {
    CallTrace trace = running;
    if (trace != null) {
      ofThread(trace).enter(method);
    }
  }

  /** A method returns. */
  public static void exit(int method) {
    CallTrace trace = running;
    if (trace != null) {
      ofThread(trace).exit(method, CallTrace.EXIT);
    }
  }

  /** A method is left by an exception. */
  public static void unwind(int method) {
    CallTrace trace = running;
    if (trace != null) {
      ofThread(trace).exit(method, CallTrace.UNROLL);
    }
  }

  /** A method goes on behind an exception that its callees, or itself, have thrown. */
  public static void caught(int method) {
    CallTrace trace = running;
    if (trace != null) {
      ofThread(trace).unrollTo(method);
    }
  }

  private static ThreadRecords ofThread(CallTrace trace) {
    ThreadRecords records = RECORDS.get();
    if (records == null || !records.isOf(trace)) {
      records = trace.ofCurrentThread();
      RECORDS.set(records);
    }
    return records;
  }

  static void running(@Nullable CallTrace trace) {
    running = trace;
  }

  /** Whether calls are to be recorded. */
  public static boolean isTraceRunning() {
    return running != null;
  }
}
