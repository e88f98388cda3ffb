package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.StackTraces;
import org.jspecify.annotations.Nullable;

/** Methods of {@link StackTraceElement}. */
public final class StackTraceElementMethods {
  private StackTraceElementMethods() {}

  /** {@link StackTraceElement#getFileName}. */
  public static @Nullable String getFileName(StackTraceElement frame) {
    return StackTraces.getFileName(frame);
  }
}
