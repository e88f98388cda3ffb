package dev.dexscope.observe.ddm;

import dev.dexscope.observe.inspect.Threads;
import dev.dexscope.vm.runtime.VmContext;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reports threads that start, end, or are renamed to the DDM server: chunks THCR, THDE, THNM.
 * Threads that the program starts are reported at once. For other changes they are polled every
 * quarter of a second, because the JVM announces no threads to Java code.
 */
public final class ThreadNotices implements Runnable {
  private static final int THCR = 0x54484352;
  private static final int THDE = 0x54484445;
  private static final int THNM = 0x54484e4d;
  private static final int LONGEST_NAME = 124;
  private static final long INTERVAL_NANOS = 250_000_000;

  /** Sends to all monitors, at the program's request. */
  private static final DdmConnection.Server OF_PROGRAM = DdmConnection::send;

  /** The notices of one VM, active while there are listeners. */
  private static final class Switch {
    private @Nullable ThreadNotices running;

    synchronized void add(DdmConnection.Server listener) {
      if (running != null) {
        running.introduce(listener);
        return;
      }
      var notices = new ThreadNotices();
      running = notices;
      notices.introduce(listener);
      Thread thread = Thread.ofPlatform().daemon().name("thread notices").unstarted(notices);
      Threads.tell((started, id) -> {
        notices.started.add(new Started(started, id));
        LockSupport.unpark(thread);
      });
      thread.start();
    }

    synchronized void remove(DdmConnection.Server listener) {
      if (running != null && running.forget(listener)) {
        Threads.tell((_, _) -> {});
        running.stopped = true;
        running = null;
      }
    }
  }

  private record Started(Thread thread, int id) {}

  /**
   * Reports of the program's threads, which one of our threads sends. A debugger may suspend the
   * program's anywhere, and one suspended in a lock would block the thread that answers monitors.
   */
  private final Queue<Started> started = new ConcurrentLinkedQueue<>();

  private final Map<Integer, Thread> told = new LinkedHashMap<>();
  private final Map<Integer, String> names = new LinkedHashMap<>();
  private final Set<DdmConnection.Server> listeners = new LinkedHashSet<>();
  private volatile boolean stopped;

  private ThreadNotices() {}

  private static Switch ofVm() {
    return VmContext.current().part(Switch.class, Switch::new);
  }

  /** Starts or stops reports to all monitors; at the start, all threads are reported. */
  public static void enable(boolean enable) {
    if (enable) {
      tell(OF_PROGRAM);
    } else {
      tellNoMore(OF_PROGRAM);
    }
  }

  /** Tells a listener of all threads that there are, and from now on of changes. */
  public static void tell(DdmConnection.Server listener) {
    ofVm().add(listener);
  }

  /** Stops reports to a listener; others continue. */
  public static void tellNoMore(DdmConnection.Server listener) {
    ofVm().remove(listener);
  }

  /** Reports all threads again to a listener that is already registered. */
  private synchronized void introduce(DdmConnection.Server listener) {
    look();
    names.forEach((id, name) -> {
      byte[] data = data(id, name);
      listener.send(THCR, data, 0, data.length);
    });
    listeners.add(listener);
  }

  /** Returns whether that was the last one. */
  private synchronized boolean forget(DdmConnection.Server listener) {
    return listeners.remove(listener) && listeners.isEmpty();
  }

  @Override
  public void run() {
    while (!stopped) {
      long next = System.nanoTime() + INTERVAL_NANOS;
      look();
      long left;
      while (!stopped && (left = next - System.nanoTime()) > 0) {
        LockSupport.parkNanos(this, left);
        tellStarted();
      }
    }
  }

  private synchronized void tellStarted() {
    @Nullable Started next;
    while ((next = started.poll()) != null) {
      tell(next.thread(), next.id());
    }
  }

  private void tell(Thread thread, int id) {
    Thread before = told.put(id, thread);
    if (before != null && before.threadId() != thread.threadId()) {
      send(THDE, id, null);
    }
    if (before == null || before.threadId() != thread.threadId()) {
      send(THCR, id, thread.getName());
      names.put(id, thread.getName());
    }
  }

  private synchronized void look() {
    tellStarted();
    Map<Integer, Thread> now = Threads.byId();
    told.entrySet()
        .removeIf(entry -> {
          Thread there = now.get(entry.getKey());
          boolean gone = there == null || there.threadId() != entry.getValue().threadId();
          if (gone) {
            send(THDE, entry.getKey(), null);
            names.remove(entry.getKey());
          }
          return gone;
        });
    now.forEach((id, thread) -> {
      String name = thread.getName();
      if (told.put(id, thread) == null) {
        send(THCR, id, name);
      } else if (!name.equals(names.get(id))) {
        send(THNM, id, name);
      }
      names.put(id, name);
    });
  }

  private void send(int type, int id, @Nullable String name) {
    byte[] data = data(id, name);
    listeners.forEach(each -> each.send(type, data, 0, data.length));
  }

  private static byte[] data(int id, @Nullable String name) {
    String shown = name == null ? "" : name.substring(0, Math.min(name.length(), LONGEST_NAME));
    ByteBuffer data = ByteBuffer.allocate(name == null ? 4 : 8 + 2 * shown.length()).putInt(id);
    if (name != null) {
      data.putInt(shown.length());
      for (int i = 0; i < shown.length(); i++) {
        data.putChar(shown.charAt(i));
      }
    }
    return data.array();
  }
}
