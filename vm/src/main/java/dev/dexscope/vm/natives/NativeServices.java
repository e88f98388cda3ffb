package dev.dexscope.vm.natives;

import dev.dexscope.vm.runtime.LoadedCode;
import dev.dexscope.vm.runtime.VmContext;

/** All that the VM does for the core library. */
public final class NativeServices {
  private NativeServices() {}

  /** The services of a VM. */
  public static VmContext.Services of(LoadedCode code) {
    return new VmContext.Services(
        code,
        new NativeTracer(),
        new NativeHeap(),
        new NativeAllocations(),
        new NativeThreads(),
        new NativeMonitor(),
        new NativeLog());
  }
}
