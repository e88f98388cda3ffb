package dev.dexscope.vm.runtime;

/**
 * The heap as a program measures it: the host's, or one of a device that has less. The host's heap
 * may be larger than that, and holds what the program does not see.
 */
public final class ProgramHeap {
  private volatile long limit = Long.MAX_VALUE;

  /** What is in the host's heap without the program. */
  private volatile long base;

  private ProgramHeap() {}

  private static ProgramHeap ofVm() {
    return VmContext.current().part(ProgramHeap.class, ProgramHeap::new);
  }

  /**
   * Sets the most that it can grow to, in bytes.
   *
   * @param base what is in the host's heap that the program does not see
   */
  public static void limit(long bytes, long base) {
    ProgramHeap heap = ofVm();
    heap.limit = bytes;
    heap.base = base;
  }

  /** {@link Runtime#maxMemory}. */
  public static long max() {
    return Math.min(Runtime.getRuntime().maxMemory(), ofVm().limit);
  }

  /** {@link Runtime#totalMemory}. */
  public static long total() {
    return Math.clamp(Runtime.getRuntime().totalMemory() - ofVm().base, 0, max());
  }

  /** Returns ART's words for an allocation that has failed, but for its size. */
  static String exhausted() {
    long free = Math.max(0, max() - used());
    return "Failed to allocate an object with "
        + free()
        + " free bytes and "
        + (free < 1 << 20 ? (free >> 10) + "KB" : (free >> 20) + "MB")
        + " until OOM, target footprint "
        + total()
        + ", growth limit "
        + max();
  }

  /** {@link Runtime#freeMemory}. */
  public static long free() {
    return total() - used();
  }

  /** Returns how much of it is taken. */
  public static long used() {
    Runtime host = Runtime.getRuntime();
    return Math.clamp(host.totalMemory() - host.freeMemory() - ofVm().base, 0, total());
  }
}
