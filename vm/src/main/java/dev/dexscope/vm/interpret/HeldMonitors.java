package dev.dexscope.vm.interpret;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The monitors that a frame has entered by instructions and not exited, outermost first. Each is
 * held by a {@code synchronized} block of the interpreter; they end in the order in which they
 * nest, so one that is released out of order is only marked, and ends with those inside it.
 */
final class HeldMonitors {
  private Object[] objects = new Object[4];
  private boolean[] released = new boolean[4];
  private int depth;

  int depth() {
    return depth;
  }

  void enter(Object monitor) {
    if (depth == objects.length) {
      objects = Arrays.copyOf(objects, depth * 2);
      released = Arrays.copyOf(released, depth * 2);
    }
    objects[depth] = monitor;
    released[depth] = false;
    depth++;
  }

  /** Gives one back; false when the frame does not hold it. */
  @SuppressWarnings("ReferenceEquality") // A monitor belongs to an object, not to what equals it.
  boolean exit(Object monitor) {
    for (int i = depth - 1; i >= 0; i--) {
      if (objects[i] == monitor && !released[i]) {
        released[i] = true;
        return true;
      }
    }
    return false;
  }

  /** Returns whether the innermost has been released, so that its block must end. */
  boolean isInnermostReleased() {
    return depth > 0 && released[depth - 1];
  }

  /** Returns the innermost that has not been released, or null. */
  @Nullable Object held() {
    for (int i = depth - 1; i >= 0; i--) {
      if (!released[i]) {
        return objects[i];
      }
    }
    return null;
  }

  /** A block has ended. */
  void cut(int toDepth) {
    Arrays.fill(objects, toDepth, depth, null);
    depth = toDepth;
  }
}
