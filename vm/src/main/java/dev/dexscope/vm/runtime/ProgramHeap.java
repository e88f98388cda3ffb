package dev.dexscope.vm.runtime;

/**
 * The heap as a program measures it: the host's, or one of a device that has less. The host's heap
 * may be larger than that, and holds what the program does not see.
 */
public final class ProgramHeap {
  private volatile long limit = Long.MAX_VALUE;

  private ProgramHeap() {}

  private static ProgramHeap ofVm() {
    return VmContext.current().part(ProgramHeap.class, ProgramHeap::new);
  }

  /** Sets the most that it can grow to, in bytes. */
  public static void limit(long bytes) {
    ofVm().limit = bytes;
  }

  /** {@link Runtime#maxMemory}. */
  public static long max() {
    return Math.min(Runtime.getRuntime().maxMemory(), ofVm().limit);
  }

  /** {@link Runtime#totalMemory}. */
  public static long total() {
    return Math.min(Runtime.getRuntime().totalMemory(), ofVm().limit);
  }

  /** {@link Runtime#freeMemory}. */
  public static long free() {
    Runtime host = Runtime.getRuntime();
    long used = host.totalMemory() - host.freeMemory();
    return Math.max(0, total() - used);
  }
}
