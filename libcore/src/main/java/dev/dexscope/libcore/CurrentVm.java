package dev.dexscope.libcore;

import org.jspecify.annotations.Nullable;

/** The VM of this process: there is one at a time. */
public final class CurrentVm {
  private static volatile @Nullable VirtualMachine current;

  private CurrentVm() {}

  /** Called by a VM that starts: it takes the place of one before it. */
  public static synchronized void set(VirtualMachine started) {
    current = started;
    CurrentVm.class.notifyAll();
  }

  /** The VM, as soon as there is one. */
  public static synchronized VirtualMachine await() throws InterruptedException {
    while (current == null) {
      CurrentVm.class.wait();
    }
    return get();
  }

  /** Returns whether there is one. */
  public static boolean isStarted() {
    return current != null;
  }

  /**
   * The VM.
   *
   * @throws IllegalStateException when none has been started
   */
  public static VirtualMachine get() {
    VirtualMachine vm = current;
    if (vm == null) {
      throw new IllegalStateException("the VM has not been started");
    }
    return vm;
  }
}
