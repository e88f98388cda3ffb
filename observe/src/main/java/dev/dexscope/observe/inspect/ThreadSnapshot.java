package dev.dexscope.observe.inspect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread at the moment of a {@link Snapshot}.
 *
 * @param frames the innermost first
 * @param waitsFor the lock that it waits for, or null
 * @param owner the thread that holds this lock; null if unknown, and for one that waits to be
 *     notified
 */
public record ThreadSnapshot(
    Threads.Status status,
    List<GuestFrame> frames,
    @Nullable Lock waitsFor,
    @Nullable Thread owner) {
  public ThreadSnapshot {
    frames = List.copyOf(frames);
  }

  /** Returns whether it waits for a monitor that another thread holds. */
  boolean isEntering(Lock lock) {
    return lock.equals(waitsFor) && status.state() == DalvikState.MONITOR;
  }

  /** Returns whether it is in {@link Object#wait()}, for a call of {@link Object#notify}. */
  boolean isToBeNotified(Lock lock) {
    return lock.equals(waitsFor) && status.state() != DalvikState.MONITOR;
  }
}
