package dev.dexscope.monitor.vm;

import dev.dexscope.wire.ddm.ThreadChunk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The threads of a VM that were blocked at some moment by locks of others.
 *
 * <pre>{@code
 * LockWaits now = vm.lockWaits();
 * now.waits().forEach(System.out::println);
 * if (!now.deadlocks().isEmpty()) {
 *   System.out.println("these will wait for ever");
 * }
 * }</pre>
 *
 * @param waits by the threads that wait
 */
public record LockWaits(List<Wait> waits) {
  public LockWaits {
    waits = List.copyOf(waits);
  }

  /** A thread's number and name, with its frames, the innermost first. */
  public record Party(int id, String name, List<ThreadChunk.StackFrame> frames) {
    public Party {
      frames = List.copyOf(frames);
    }

    /** Returns where it is: the innermost frame. */
    public String place() {
      if (frames.isEmpty()) {
        return "?";
      }
      ThreadChunk.StackFrame frame = frames.getFirst();
      String line = frame.line() < 0 ? "" : ":" + frame.line();
      return frame.className() + "." + frame.method() + line;
    }
  }

  /**
   * A thread that waits for another.
   *
   * @param lock the class of the lock, and the number of its object: {@code java.lang.Object@1a2b}
   */
  public record Wait(Party waiter, Party owner, String lock) {}

  static LockWaits of(ThreadChunk.Locks told, Map<Integer, String> names) {
    Map<Integer, Party> parties = new HashMap<>();
    for (ThreadChunk.LockState each : told.threads()) {
      String name = names.getOrDefault(each.id(), "?");
      parties.put(each.id(), new Party(each.id(), name, each.frames()));
    }
    List<Wait> waits = new ArrayList<>();
    for (ThreadChunk.LockState each : told.threads()) {
      Party waiter = parties.get(each.id());
      Party owner = parties.get(each.owner());
      if (waiter != null && owner != null) {
        waits.add(new Wait(waiter, owner, name(each)));
      }
    }
    return new LockWaits(waits);
  }

  private static String name(ThreadChunk.LockState lock) {
    return lock.identity() == 0
        ? "initialization of " + lock.className()
        : lock.className() + "@" + Integer.toHexString(lock.identity());
  }

  /** The circles of threads that wait for each other, and so for ever. */
  public List<List<Wait>> deadlocks() {
    Map<Integer, Wait> byWaiter = new HashMap<>();
    waits.forEach(each -> byWaiter.put(each.waiter.id, each));
    Set<Integer> known = new LinkedHashSet<>();
    List<List<Wait>> circles = new ArrayList<>();
    for (Wait start : waits) {
      List<Wait> path = new ArrayList<>();
      Wait each = start;
      while (each != null && known.add(each.waiter.id)) {
        path.add(each);
        each = byWaiter.get(each.owner.id);
      }
      int first = each == null ? -1 : path.indexOf(each);
      if (first >= 0) {
        circles.add(List.copyOf(path.subList(first, path.size())));
      }
    }
    return circles;
  }
}
