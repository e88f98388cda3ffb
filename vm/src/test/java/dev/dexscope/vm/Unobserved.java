package dev.dexscope.vm;

import dev.dexscope.libcore.AllocationTracking;
import dev.dexscope.libcore.DebugMonitor;
import dev.dexscope.libcore.HeapInspection;
import dev.dexscope.libcore.MethodTracer;
import dev.dexscope.libcore.SystemLog;
import dev.dexscope.libcore.ThreadInspection;
import dev.dexscope.libcore.VmServices;

/** For VMs whose programs do nothing but run. */
public final class Unobserved implements VmObserver, VmServices {
  @Override
  public VmServices services() {
    return this;
  }

  @Override
  public void vmStarted() {}

  @Override
  public void programBegins() {}

  @Override
  public void programEnded() {}

  @Override
  public MethodTracer tracer() {
    throw new UnsupportedOperationException();
  }

  @Override
  public HeapInspection heap() {
    throw new UnsupportedOperationException();
  }

  @Override
  public AllocationTracking allocations() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ThreadInspection threads() {
    throw new UnsupportedOperationException();
  }

  @Override
  public DebugMonitor monitor() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SystemLog log() {
    throw new UnsupportedOperationException();
  }
}
