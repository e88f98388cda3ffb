package dev.dexscope.observe.natives;

import dev.dexscope.libcore.AllocationTracking;
import dev.dexscope.libcore.DebugMonitor;
import dev.dexscope.libcore.HeapInspection;
import dev.dexscope.libcore.MethodTracer;
import dev.dexscope.libcore.SystemLog;
import dev.dexscope.libcore.ThreadInspection;
import dev.dexscope.libcore.VmServices;

/** All that the VM does for programs by observing itself. */
public final class NativeServices implements VmServices {
  private final MethodTracer tracer = new NativeTracer();
  private final HeapInspection heap = new NativeHeap();
  private final AllocationTracking allocations = new NativeAllocations();
  private final ThreadInspection threads = new NativeThreads();
  private final DebugMonitor monitor = new NativeMonitor();
  private final SystemLog log = new NativeLog();

  @Override
  public MethodTracer tracer() {
    return tracer;
  }

  @Override
  public HeapInspection heap() {
    return heap;
  }

  @Override
  public AllocationTracking allocations() {
    return allocations;
  }

  @Override
  public ThreadInspection threads() {
    return threads;
  }

  @Override
  public DebugMonitor monitor() {
    return monitor;
  }

  @Override
  public SystemLog log() {
    return log;
  }
}
