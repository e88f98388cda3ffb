package dev.dexscope.vm.debug;

import dev.dexscope.trace.Method;
import java.lang.StackWalker.StackFrame;
import org.jspecify.annotations.Nullable;

/** Finds the dex code that the frames of stacks are in. */
public interface FrameLocations {
  /** The very instruction of a frame, or null when it is not of dex code. */
  @Nullable Location of(StackFrame frame);

  /**
   * The place of a frame, or null when it is not of dex code.
   *
   * @param called the frame that this one has called; null when that is not known
   */
  @Nullable Location of(StackTraceElement frame, @Nullable StackTraceElement called);

  /** The method of a frame; null when it is not of dex code. */
  @Nullable Method method(StackTraceElement frame);
}
