package dev.dexscope.observe.inspect;

import dev.dexscope.vm.runtime.GuestThreads;
import dev.dexscope.vm.runtime.StackTraces;
import dev.dexscope.vm.runtime.VmContext;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The guest's threads as Dalvik presents them. Each has a number of this VM from 1 on, the smallest
 * that no living thread has. It gets it when the program starts it; a thread that the host started
 * for the program (those of executors), when threads are next looked at or started.
 *
 * <pre>{@code
 * for (Threads.Status each : Threads.all()) {
 *   out.println(each.id() + " " + each.thread().getName() + " " + each.state().word());
 * }
 * }</pre>
 */
public final class Threads {
  /**
   * A thread at some moment. Its third number, Java's own, is {@link Thread#threadId}.
   *
   * @param id its number in this VM
   * @param suspended whether a debugger has suspended it, whatever its state
   * @param tid the system's number; 0 if unknown
   * @param userTime CPU time in the program, in hundredths of a second
   * @param systemTime CPU time in the system, likewise
   */
  public record Status(
      int id,
      Thread thread,
      DalvikState state,
      boolean suspended,
      int tid,
      int userTime,
      int systemTime) {}

  /**
   * By number, less one; never changed, but replaced. The program's threads access it, and a
   * debugger that suspends one must not block others: no lock is held. A running thread stays alive
   * without this reference.
   */
  private final AtomicReference<List<WeakReference<Thread>>> numbered =
      new AtomicReference<>(List.of());

  private volatile Predicate<Thread> guests = _ -> true;

  private volatile ObjIntConsumer<Thread> observer = (_, _) -> {};

  private Threads() {}

  private static Threads ofVm() {
    return VmContext.current().part(Threads.class, Threads::new);
  }

  /** Sets the observer, which receives each thread that the program starts, with its number. */
  public static void tell(ObjIntConsumer<Thread> who) {
    ofVm().observer = who;
  }

  /** Tells which threads are the guest's; they are numbered anew. */
  public static void guests(Predicate<Thread> isGuest) {
    Threads all = ofVm();
    all.guests = isGuest;
    all.numbered.set(List.of());
  }

  /** Returns whether a thread is the guest's; it need not have a number yet. */
  static boolean isGuest(Thread thread) {
    return ofVm().guests.test(thread);
  }

  /** All living threads by their numbers. */
  public static List<Status> all() {
    Map<Long, SystemThread> system = SystemThread.all();
    List<Status> all = new ArrayList<>();
    byId()
        .forEach((id, thread) -> {
          SystemThread known = system.getOrDefault(thread.threadId(), SystemThread.UNKNOWN);
          boolean initializing = known.initializing() != null;
          ThreadInfo info = info(thread);
          all.add(
              new Status(
                  id,
                  thread,
                  DalvikState.of(thread.getState(), info, initializing),
                  info != null && info.isSuspended(),
                  known.tid(),
                  known.userTime(),
                  known.systemTime()));
        });
    return all;
  }

  /** Null after its end. */
  private static @Nullable ThreadInfo info(Thread thread) {
    return ManagementFactory.getThreadMXBean().getThreadInfo(thread.threadId(), 1);
  }

  /** Returns the numbers of all living threads, without querying the system. */
  public static Map<Integer, Thread> byId() {
    return ofVm().living();
  }

  private Map<Integer, Thread> living() {
    numberAll();
    List<WeakReference<Thread>> known = numbered();
    Map<Integer, Thread> all = new TreeMap<>();
    for (int i = 0; i < known.size(); i++) {
      Thread thread = alive(known.get(i));
      if (thread != null) {
        all.put(i + 1, thread);
      }
    }
    return all;
  }

  /** A thread has been started. */
  public static void started(Thread thread) {
    ofVm().numberStarted(thread);
  }

  private void numberStarted(Thread thread) {
    // One that has ended already has no group: it is the guest's if the thread that started it is.
    boolean isGuest =
        guests.test(thread)
            || (thread.getThreadGroup() == null && guests.test(Thread.currentThread()));
    if (!isGuest) {
      return;
    }
    if (numbered().isEmpty()) {
      numberAll();
    }
    observer.accept(thread, number(thread));
  }

  private void numberAll() {
    List<Thread> living = GuestThreads.living();
    living.sort((a, b) -> Long.compare(a.threadId(), b.threadId()));
    for (Thread each : living) {
      if (guests.test(each)) {
        number(each);
      }
    }
  }

  /**
   * Gives a thread the smallest number that is free, unless it has one. One that has ended
   * meanwhile does not keep it.
   *
   * @return its number
   */
  private int number(Thread thread) {
    List<WeakReference<Thread>> known;
    List<WeakReference<Thread>> changed;
    int free;
    do {
      known = numbered();
      free = known.size();
      for (int i = known.size() - 1; i >= 0; i--) {
        if (known.get(i).refersTo(thread) && thread.isAlive()) {
          return i + 1;
        }
        if (alive(known.get(i)) == null) {
          free = i;
        }
      }
      if (!thread.isAlive()) {
        return free + 1;
      }
      changed = new ArrayList<>(known);
      if (free == known.size()) {
        changed.add(new WeakReference<>(thread));
      } else {
        changed.set(free, new WeakReference<>(thread));
      }
    } while (!numbered.compareAndSet(known, changed));
    return free + 1;
  }

  private List<WeakReference<Thread>> numbered() {
    return Objects.requireNonNull(numbered.get());
  }

  private static @Nullable Thread alive(WeakReference<Thread> reference) {
    Thread thread = reference.get();
    return thread != null && thread.isAlive() ? thread : null;
  }

  /** Returns the number of a living thread; 0 if it has no number. */
  static int idOf(Thread thread) {
    return ofVm().numberOf(thread);
  }

  private int numberOf(Thread thread) {
    List<WeakReference<Thread>> known = numbered();
    for (int i = 0; i < known.size(); i++) {
      if (known.get(i).refersTo(thread)) {
        return i + 1;
      }
    }
    return 0;
  }

  /** A thread's stack without the VM's own frames; null when there is no such thread. */
  public static StackTraceElement @Nullable [] stack(int id) {
    Thread thread = byId().get(id);
    return thread == null ? null : StackTraces.guestView(thread, thread.getStackTrace());
  }
}
