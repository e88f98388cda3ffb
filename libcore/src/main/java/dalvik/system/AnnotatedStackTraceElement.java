package dalvik.system;

import dev.dexscope.libcore.ThreadInspection;
import org.jspecify.annotations.Nullable;

/**
 * A frame of a stack with its monitors. Fields have Android's names, because tools reach for them.
 */
public final class AnnotatedStackTraceElement {
  private final StackTraceElement stackTraceElement;
  private final Object @Nullable [] heldLocks;
  private final @Nullable Object blockedOn;

  AnnotatedStackTraceElement(ThreadInspection.Frame frame) {
    stackTraceElement = frame.element();
    heldLocks = frame.locked().isEmpty() ? null : frame.locked().toArray();
    blockedOn = frame.blockedOn();
  }

  /** The frame. */
  public StackTraceElement getStackTraceElement() {
    return stackTraceElement;
  }

  /** The objects that the frame has locked; null for none. */
  public Object @Nullable [] getHeldLocks() {
    return heldLocks;
  }

  /** The object whose monitor the frame wants; null for none. */
  public @Nullable Object getBlockedOn() {
    return blockedOn;
  }
}
