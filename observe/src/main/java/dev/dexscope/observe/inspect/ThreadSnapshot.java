package dev.dexscope.observe.inspect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread at the moment of a {@link Snapshot}.
 *
 * @param frames the innermost first
 * @param waitsFor what it cannot go on without; null when it can
 * @param owner the thread that has what it waits for; null when that is not known, and for one that
 *     waits to be notified
 */
public record ThreadSnapshot(
    Threads.Status status,
    List<GuestFrame> frames,
    @Nullable Lock waitsFor,
    @Nullable Thread owner) {
  public ThreadSnapshot {
    frames = List.copyOf(frames);
  }

  /** Whether it wants a monitor that another thread has. */
  boolean isEntering(Lock lock) {
    return lock.equals(waitsFor) && status.state() == DalvikState.MONITOR;
  }

  /** Whether it is in {@link Object#wait()}, for a call of {@link Object#notify}. */
  boolean isToBeNotified(Lock lock) {
    return lock.equals(waitsFor) && status.state() != DalvikState.MONITOR;
  }
}
