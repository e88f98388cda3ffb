package dev.dexscope.observe.inspect;

import dev.dexscope.libcore.ThreadInspection.Frame;
import dev.dexscope.vm.runtime.HostClasses;
import dev.dexscope.vm.runtime.StackTraces;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The objects that a thread's frames have locked. No public interface of the JDK provides them;
 * this is the one that it writes its own thread dumps with.
 */
public final class LockedObjects {
  private final Class<?> type;
  private final Object snapshot;

  private LockedObjects(Class<?> type, Object snapshot) {
    this.type = type;
    this.snapshot = snapshot;
  }

  /**
   * Returns the frames of a thread, as in its stack trace; empty if it does not run. For the
   * current thread the JDK does not provide the objects.
   */
  public static List<Frame> frames(Thread thread) {
    if (thread.threadId() == Thread.currentThread().threadId()) {
      List<Frame> frames = new ArrayList<>();
      for (StackTraceElement each : StackTraces.getStackTrace(thread)) {
        frames.add(new Frame(each, List.of(), null));
      }
      return frames;
    }
    try {
      Class<?> type = HostClasses.opened("jdk.internal.vm.ThreadSnapshot");
      Object snapshot = method(type, "of", Thread.class).invoke(null, thread);
      return snapshot == null ? List.of() : new LockedObjects(type, snapshot).of(thread);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Method found = type.getDeclaredMethod(name, parameters);
    found.setAccessible(true);
    return found;
  }

  private List<Frame> of(Thread thread) throws ReflectiveOperationException {
    StackTraceElement[] host = (StackTraceElement[]) method(type, "stackTrace").invoke(snapshot);
    StackTraceElement[] guest = StackTraces.guestView(thread, host);
    List<List<Object>> locked = locked(thread, host, guest.length);
    Object blockedOn = method(type, "blockedOn").invoke(snapshot);
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < guest.length; i++) {
      frames.add(new Frame(guest[i], locked.get(i), i == 0 ? blockedOn : null));
    }
    return frames;
  }

  /** Returns the locked objects from the innermost frame on, for each in the order of locking. */
  private List<List<Object>> locked(Thread thread, StackTraceElement[] host, int frames)
      throws ReflectiveOperationException {
    List<List<Object>> locked = new ArrayList<>();
    for (int i = 0; i < frames; i++) {
      locked.add(new ArrayList<>());
    }
    Method ownedAt = method(type, "ownedMonitorsAt", int.class);
    for (int i = 0; i < host.length; i++) {
      List<?> owned = ((Stream<?>) ownedAt.invoke(snapshot, i)).toList();
      int frame = owned.isEmpty() ? -1 : Frames.owner(thread, host, i, frames);
      if (frame >= 0) {
        for (Object each : owned) {
          if (each != null) {
            locked.get(frame).addFirst(each);
          }
        }
      }
    }
    return locked;
  }
}
