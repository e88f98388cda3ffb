package org.apache.harmony.dalvik.ddmc;

import dev.dexscope.vm.ddm.HeapNotices;
import dev.dexscope.vm.ddm.RecentAllocations;
import dev.dexscope.vm.ddm.ThreadNotices;
import dev.dexscope.vm.inspect.AllocationRecords;
import dev.dexscope.vm.inspect.Threads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** What DDM's handlers ask of the VM. */
public final class DdmVmInternal {
  private static final int HEADER = 4;
  private static final int ENTRY = 18;

  private DdmVmInternal() {}

  /** Tells the server of threads from now on, or no longer. */
  public static void setThreadNotifyEnabled(boolean enabled) {
    ThreadNotices.enable(enabled);
  }

  /** The same under its name until Android 11. */
  public static void threadNotify(boolean enable) {
    setThreadNotifyEnabled(enable);
  }

  /** All threads, as the chunk THST has them. */
  public static byte[] getThreadStats() {
    List<Threads.Status> all = Threads.all();
    ByteBuffer out =
        ByteBuffer.allocate(HEADER + ENTRY * all.size())
            .put((byte) HEADER)
            .put((byte) ENTRY)
            .putShort((short) all.size());
    for (Threads.Status each : all) {
      out.putInt(each.id())
          .put((byte) each.state().number())
          .putInt(each.tid())
          .putInt(each.userTime())
          .putInt(each.systemTime())
          .put((byte) (each.thread().isDaemon() ? 1 : 0));
    }
    return out.array();
  }

  /** A thread's stack; null when there is no such thread. */
  public static StackTraceElement[] getStackTraceById(int threadId) {
    return Threads.stack(threadId);
  }

  /** Begins or ends to record allocations. */
  public static void setRecentAllocationsTrackingEnabled(boolean enabled) {
    if (!enabled) {
      AllocationRecords.stop();
      return;
    }
    try {
      AllocationRecords.start();
    } catch (IOException e) {
      android.util.Log.e("art", "allocations cannot be recorded: " + e.getMessage());
    }
  }

  /** The same under its name until Android 11. */
  public static void enableRecentAllocations(boolean enable) {
    setRecentAllocationsTrackingEnabled(enable);
  }

  /** Whether allocations are recorded. */
  public static boolean getRecentAllocationStatus() {
    return AllocationRecords.isOn();
  }

  /** The records, as the chunk REAL has them. */
  public static byte[] getRecentAllocations() {
    return RecentAllocations.encode(AllocationRecords.recent());
  }

  /**
   * Lets the server know of the heap by a chunk HPIF.
   *
   * @param when 0 never, 1 now, 2 after the next collection, 3 after each
   * @return false for another number
   */
  public static boolean heapInfoNotify(int when) {
    return HeapNotices.notify(when);
  }
}
