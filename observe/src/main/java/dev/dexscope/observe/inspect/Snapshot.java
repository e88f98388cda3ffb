package dev.dexscope.observe.inspect;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All threads of the program with their stacks, the locks that they hold, and those that they wait
 * for. HotSpot takes stacks and locks at one moment; system times and class initialisations are of
 * a moment before.
 *
 * <pre>{@code
 * Snapshot now = Snapshot.take();
 * Snapshot.Monitor monitor = now.monitor(Lock.monitorOf(object));
 * out.println(monitor.owner() + " has it, " + monitor.entering() + " want it");
 * }</pre>
 *
 * @param threads by their numbers
 */
public record Snapshot(List<ThreadSnapshot> threads) {
  /**
   * The owner of a monitor and the threads that wait for it.
   *
   * @param owner the thread that holds it, or null
   * @param entries how many times the owner has entered it
   * @param entering the threads that wait to enter it
   * @param waiting the threads that wait to be notified
   */
  public record Monitor(
      Lock lock,
      @Nullable Thread owner,
      int entries,
      List<Thread> entering,
      List<Thread> waiting) {}

  public Snapshot {
    threads = List.copyOf(threads);
  }

  /** Returns the current state. */
  public static Snapshot take() {
    Map<Long, SystemThread> system = SystemThread.all();
    Map<Long, ThreadInfo> infos = new HashMap<>();
    for (ThreadInfo info : ManagementFactory.getThreadMXBean().dumpAllThreads(true, false)) {
      infos.put(info.getThreadId(), info);
    }
    List<ThreadSnapshot> taken = new ArrayList<>();
    Map<Long, Thread> guests = new HashMap<>();
    Map<Integer, Thread> byId = Threads.byId();
    byId.values().forEach(thread -> guests.put(thread.threadId(), thread));
    var initializations = new Initializations(infos.values(), system);
    byId.forEach((id, thread) -> {
      ThreadInfo info = infos.get(thread.threadId());
      if (info != null) {
        SystemThread known = system.getOrDefault(thread.threadId(), SystemThread.UNKNOWN);
        taken.add(of(id, thread, info, known, initializations, guests));
      }
    });
    return new Snapshot(taken);
  }

  private static ThreadSnapshot of(
      int id,
      Thread thread,
      ThreadInfo info,
      SystemThread known,
      Initializations initializations,
      Map<Long, Thread> guests) {
    String initializing = known.initializing();
    var status =
        new Threads.Status(
            id,
            thread,
            DalvikState.of(info.getThreadState(), info, initializing != null),
            info.isSuspended(),
            known.tid(),
            known.userTime(),
            known.systemTime());
    List<GuestFrame> frames = Frames.of(thread, info);
    if (initializing != null) {
      return new ThreadSnapshot(
          status,
          frames,
          Lock.initialization(initializing),
          guests.get(initializations.ownerOf(initializing, thread.threadId())));
    }
    LockInfo lock = info.getLockInfo();
    boolean toBeNotified = isInWait(info) && info.getThreadState() != Thread.State.BLOCKED;
    boolean monitor = toBeNotified || info.getThreadState() == Thread.State.BLOCKED;
    return new ThreadSnapshot(
        status,
        frames,
        lock == null ? null : Frames.lock(monitor ? Lock.Kind.MONITOR : Lock.Kind.PARKED, lock),
        toBeNotified ? null : guests.get(info.getLockOwnerId()));
  }

  private static boolean isInWait(ThreadInfo info) {
    StackTraceElement[] stack = info.getStackTrace();
    return stack.length > 0
        && stack[0].getMethodName().startsWith("wait")
        && stack[0].getClassName().equals("java.lang.Object");
  }

  /** The threads that own a monitor or wait for it; empty when no thread of the program does. */
  public Monitor monitor(Lock lock) {
    Thread owner = null;
    int entries = 0;
    List<Thread> entering = new ArrayList<>();
    List<Thread> waiting = new ArrayList<>();
    for (ThreadSnapshot each : threads) {
      Thread thread = each.status().thread();
      for (GuestFrame frame : each.frames()) {
        for (Lock held : frame.locked()) {
          if (held.equals(lock)) {
            owner = thread;
            entries++;
          }
        }
      }
      if (each.isEntering(lock)) {
        entering.add(thread);
      } else if (each.isToBeNotified(lock)) {
        waiting.add(thread);
      }
    }
    return new Monitor(lock, owner, entries, List.copyOf(entering), List.copyOf(waiting));
  }

  /** All monitors that threads have or wait for. */
  public List<Monitor> monitors() {
    Set<Lock> locks = new LinkedHashSet<>();
    for (ThreadSnapshot each : threads) {
      each.frames().forEach(frame -> locks.addAll(frame.locked()));
      Lock waitsFor = each.waitsFor();
      if (waitsFor != null && waitsFor.kind() == Lock.Kind.MONITOR) {
        locks.add(waitsFor);
      }
    }
    return locks.stream().map(this::monitor).toList();
  }

  /** The threads that wait for each other in a circle, and so for ever; a list for each circle. */
  public List<List<ThreadSnapshot>> deadlocks() {
    // By Java's numbers: a class of the program's threads may define whether they are equal.
    Map<Long, ThreadSnapshot> byNumber = new LinkedHashMap<>();
    threads.forEach(each -> byNumber.put(each.status().thread().threadId(), each));
    Set<Long> known = new HashSet<>();
    List<List<ThreadSnapshot>> circles = new ArrayList<>();
    for (long start : byNumber.keySet()) {
      List<Long> path = new ArrayList<>();
      Long each = start;
      while (each != null && known.add(each)) {
        path.add(each);
        Thread owner = Objects.requireNonNull(byNumber.get(each)).owner();
        each = owner == null || !byNumber.containsKey(owner.threadId()) ? null : owner.threadId();
      }
      int first = each == null ? -1 : path.indexOf(each);
      if (first >= 0) {
        circles.add(
            path.subList(first, path.size()).stream()
                .map(number -> Objects.requireNonNull(byNumber.get(number)))
                .toList());
      }
    }
    return circles;
  }
}
