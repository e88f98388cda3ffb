package dev.dexscope.vm.ddm;

import dev.dexscope.vm.inspect.Threads;
import dev.dexscope.vm.runtime.VmContext;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Tells the DDM server of threads that come, go, or are renamed: chunks THCR, THDE, THNM. Threads
 * that the program starts are told at once. For all else they are looked at every quarter of a
 * second, because the JVM announces no threads to Java code.
 */
public final class ThreadNotices implements Runnable {
  private static final int THCR = 0x54484352;
  private static final int THDE = 0x54484445;
  private static final int THNM = 0x54484e4d;
  private static final int LONGEST_NAME = 124;
  private static final long INTERVAL_NANOS = 250_000_000;

  /** The notices of one VM. */
  private static final class Switch {
    private @Nullable ThreadNotices running;

    synchronized void turn(boolean on) {
      if (running != null) {
        Threads.tell((_, _) -> {});
        running.stopped = true;
        running = null;
      }
      if (on) {
        var notices = new ThreadNotices();
        running = notices;
        notices.look();
        Thread thread = Thread.ofPlatform().daemon().name("thread notices").unstarted(notices);
        Threads.tell((started, id) -> {
          notices.started.add(new Started(started, id));
          LockSupport.unpark(thread);
        });
        thread.start();
      }
    }
  }

  private record Started(Thread thread, int id) {}

  /**
   * What the program's threads have to tell; one of ours does it. A debugger may stop the program's
   * anywhere, and one that stood in a lock would hold up who answers monitors.
   */
  private final Queue<Started> started = new ConcurrentLinkedQueue<>();

  private final Map<Integer, Thread> told = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();
  private volatile boolean stopped;

  private ThreadNotices() {}

  /** Begins or ends to tell; when it begins, all threads are told. */
  public static void enable(boolean enable) {
    VmContext.current().part(Switch.class, Switch::new).turn(enable);
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
    if (before != null && !before.equals(thread)) {
      send(THDE, id, null);
    }
    if (!thread.equals(before)) {
      send(THCR, id, thread.getName());
      names.put(id, thread.getName());
    }
  }

  private synchronized void look() {
    tellStarted();
    Map<Integer, Thread> now = Threads.byId();
    told.entrySet()
        .removeIf(entry -> {
          boolean gone = !entry.getValue().equals(now.get(entry.getKey()));
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

  private static void send(int type, int id, @Nullable String name) {
    String shown = name == null ? "" : name.substring(0, Math.min(name.length(), LONGEST_NAME));
    ByteBuffer data = ByteBuffer.allocate(name == null ? 4 : 8 + 2 * shown.length()).putInt(id);
    if (name != null) {
      data.putInt(shown.length());
      for (int i = 0; i < shown.length(); i++) {
        data.putChar(shown.charAt(i));
      }
    }
    DdmConnection.send(type, data.array(), 0, data.position());
  }
}
