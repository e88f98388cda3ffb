package dev.dexscope.agents.machine;

import org.jspecify.annotations.Nullable;

/**
 * Calls of agents' callbacks by Java, in machine code as those of {@link Bridge}. A thread whose
 * innermost frame is of this class is in an agent's code.
 */
public final class AgentCalls {
  private AgentCalls() {}

  /**
   * Calls what starts or unloads an agent: (javaVm, options, null); gives its result. An exception
   * that it leaves pending is dropped, as HotSpot does it: many look for classes that need not be
   * there.
   */
  public static native int start(long function, long javaVm, long options);

  /** Calls an agent's callback: (environment, JNIEnv, thread, a, b, c). */
  public static native void post(
      long callback, long environment, @Nullable Thread thread, long a, long b, long c);

  /**
   * The same for an event of the program's own code; nothing happens while events of the current
   * thread are nobody's.
   */
  public static native void tell(
      long callback, long environment, Thread thread, long a, long b, long c);

  /** The same with a reference for its last argument. */
  public static native void tellObject(
      long callback, long environment, Thread thread, long a, long b, @Nullable Object c);
}
