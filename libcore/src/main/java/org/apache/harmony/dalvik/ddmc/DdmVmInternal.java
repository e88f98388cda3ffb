package org.apache.harmony.dalvik.ddmc;

import dev.dexscope.libcore.AllocationTracking;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.ThreadInspection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The requests of DDM's handlers to the VM. */
public final class DdmVmInternal {
  private static final int HEADER = 4;
  private static final int ENTRY = 18;
  private static final int ERROR = 6;

  private DdmVmInternal() {}

  /** Tells the server of threads from now on, or no longer. */
  public static void setThreadNotifyEnabled(boolean enabled) {
    CurrentVm.get().monitor().notifyThreads(enabled);
  }

  /** The same under its name until Android 11. */
  public static void threadNotify(boolean enable) {
    setThreadNotifyEnabled(enable);
  }

  /** All threads, as the chunk THST has them. */
  public static byte[] getThreadStats() {
    List<ThreadInspection.Status> all = CurrentVm.get().threads().all();
    ByteBuffer out =
        ByteBuffer.allocate(HEADER + ENTRY * all.size())
            .put((byte) HEADER)
            .put((byte) ENTRY)
            .putShort((short) all.size());
    for (ThreadInspection.Status each : all) {
      out.putInt(each.id())
          .put((byte) each.state())
          .putInt(each.tid())
          .putInt(each.userTime())
          .putInt(each.systemTime())
          .put((byte) (each.daemon() ? 1 : 0));
    }
    return out.array();
  }

  /** A thread's stack; null when there is no such thread. */
  public static StackTraceElement[] getStackTraceById(int threadId) {
    return CurrentVm.get().threads().stack(threadId);
  }

  /** Begins or ends to record allocations. */
  public static void setRecentAllocationsTrackingEnabled(boolean enabled) {
    AllocationTracking allocations = CurrentVm.get().allocations();
    if (!enabled) {
      allocations.stop();
      return;
    }
    try {
      allocations.start();
    } catch (IOException e) {
      CurrentVm.get().log().add(ERROR, "art", "allocations cannot be recorded: " + e.getMessage());
    }
  }

  /** The same under its name until Android 11. */
  public static void enableRecentAllocations(boolean enable) {
    setRecentAllocationsTrackingEnabled(enable);
  }

  /** Whether allocations are recorded. */
  public static boolean getRecentAllocationStatus() {
    return CurrentVm.get().allocations().isOn();
  }

  /** The records, as the chunk REAL has them. */
  public static byte[] getRecentAllocations() {
    return CurrentVm.get().allocations().recent();
  }

  /**
   * Lets the server know of the heap by a chunk HPIF.
   *
   * @param when 0 never, 1 now, 2 after the next collection, 3 after each
   * @return false for another number
   */
  public static boolean heapInfoNotify(int when) {
    return CurrentVm.get().monitor().notifyHeap(when);
  }
}
