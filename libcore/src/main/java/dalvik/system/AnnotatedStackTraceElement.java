package dalvik.system;

import org.jspecify.annotations.Nullable;

/**
 * A frame of a stack with its monitors. This VM leaves these out: HotSpot does not tell objects.
 */
public final class AnnotatedStackTraceElement {
  /** By Android's name, because tools reach for it. */
  private final StackTraceElement stackTraceElement;

  AnnotatedStackTraceElement(StackTraceElement stackTraceElement) {
    this.stackTraceElement = stackTraceElement;
  }

  /** The frame. */
  public StackTraceElement getStackTraceElement() {
    return stackTraceElement;
  }

  /** The objects that the frame has locked; null for none. */
  public Object @Nullable [] getHeldLocks() {
    return null;
  }

  /** The object that the frame waits for; null for none. */
  public @Nullable Object getBlockedOn() {
    return null;
  }
}
