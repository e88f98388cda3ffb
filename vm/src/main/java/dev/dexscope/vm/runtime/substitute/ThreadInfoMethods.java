package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.StackTraces;
import java.lang.management.ThreadInfo;

/** Methods of {@link ThreadInfo}. */
public final class ThreadInfoMethods {
  private ThreadInfoMethods() {}

  /** {@link ThreadInfo#getStackTrace}. */
  public static StackTraceElement[] getStackTrace(ThreadInfo info) {
    return StackTraces.guestFrames(info.getStackTrace());
  }
}
