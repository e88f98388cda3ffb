package dev.dexscope.device.guest;

import dev.dexscope.observe.inspect.GuestFrame;
import dev.dexscope.observe.inspect.Lock;
import dev.dexscope.observe.inspect.Snapshot;
import dev.dexscope.observe.inspect.ThreadSnapshot;
import dev.dexscope.wire.ddm.ThreadChunk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The threads that wait for each other: chunk THLK. */
final class LockStates {
  private LockStates() {}

  static ThreadChunk.Locks now() {
    List<ThreadSnapshot> threads = Snapshot.take().threads();
    Map<Thread, Integer> ids = new HashMap<>();
    Set<Thread> owners = new HashSet<>();
    for (ThreadSnapshot each : threads) {
      ids.put(each.status().thread(), each.status().id());
      if (each.owner() != null) {
        owners.add(each.owner());
      }
    }
    List<ThreadChunk.LockState> all = new ArrayList<>();
    for (ThreadSnapshot each : threads) {
      if (each.owner() != null || owners.contains(each.status().thread())) {
        all.add(state(each, ids));
      }
    }
    return new ThreadChunk.Locks(all);
  }

  private static ThreadChunk.LockState state(ThreadSnapshot thread, Map<Thread, Integer> ids) {
    List<ThreadChunk.StackFrame> frames =
        DdmHandlers.frames(thread.frames().stream().map(GuestFrame::element).toList());
    Lock lock = thread.owner() == null ? null : thread.waitsFor();
    int owner = lock == null ? 0 : ids.getOrDefault(thread.owner(), 0);
    return owner == 0 || lock == null
        ? new ThreadChunk.LockState(thread.status().id(), 0, 0, "", 0, frames)
        : new ThreadChunk.LockState(
            thread.status().id(),
            owner,
            kind(lock.kind()),
            lock.className(),
            lock.identity(),
            frames);
  }

  private static int kind(Lock.Kind kind) {
    return switch (kind) {
      case MONITOR -> 1;
      case PARKED -> 2;
      case INITIALIZATION -> 3;
    };
  }
}
