package dev.dexscope.vm.natives;

import dev.dexscope.libcore.CodeLoading;
import dev.dexscope.vm.logcat.LogEntry;
import dev.dexscope.vm.logcat.Logcat;
import dev.dexscope.vm.runtime.VmContext;
import java.time.Instant;

/** All that the VM does for the core library. */
public final class NativeServices {
  private static final int MAIN_BUFFER = 0;

  private NativeServices() {}

  /** The services of a VM. */
  public static VmContext.Services of(CodeLoading code) {
    return new VmContext.Services(
        code,
        new NativeTracer(),
        new NativeHeap(),
        new NativeAllocations(),
        new NativeThreads(),
        new NativeMonitor(),
        NativeServices::log);
  }

  private static void log(int priority, String tag, String message) {
    Logcat.log()
        .add(
            new LogEntry(
                Instant.now(),
                MAIN_BUFFER,
                priority,
                ProcessHandle.current().pid(),
                Thread.currentThread().threadId(),
                tag,
                message));
  }
}
