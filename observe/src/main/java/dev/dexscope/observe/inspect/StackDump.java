package dev.dexscope.observe.inspect;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The program's threads in the form of ART's {@code traces.txt}, and deadlocks. */
public final class StackDump {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

  private StackDump() {}

  /** Prints a snapshot that is taken now. */
  public static void print(PrintStream out) {
    String text = text();
    // At once: the program prints, too.
    out.print(text);
    out.flush();
  }

  /** The text of a snapshot that is taken now. */
  public static String text() {
    return text(Snapshot.take());
  }

  static String text(Snapshot snapshot) {
    long pid = ProcessHandle.current().pid();
    var text = new StringBuilder();
    text.append("\n----- pid %d at %s -----\n".formatted(pid, TIME.format(Instant.now())));
    heap(text);
    text.append("DALVIK THREADS (").append(snapshot.threads().size()).append("):\n");
    for (ThreadSnapshot each : snapshot.threads()) {
      thread(text, snapshot, each);
    }
    for (List<ThreadSnapshot> circle : snapshot.deadlocks()) {
      deadlock(text, snapshot, circle);
    }
    return text.append("----- end ").append(pid).append(" -----\n").toString();
  }

  private static void heap(StringBuilder text) {
    Runtime runtime = Runtime.getRuntime();
    long total = runtime.totalMemory();
    long free = runtime.freeMemory();
    text.append(
        "Heap: %d%% free, %dKB/%dKB\n"
            .formatted(100 * free / total, (total - free) >> 10, total >> 10));
  }

  private static void thread(StringBuilder text, Snapshot all, ThreadSnapshot one) {
    Threads.Status status = one.status();
    Thread thread = status.thread();
    text.append(
        "\"%s\"%s prio=%d tid=%d %s\n"
            .formatted(
                thread.getName(),
                thread.isDaemon() ? " daemon" : "",
                thread.getPriority(),
                status.id(),
                status.state().word()));
    ThreadGroup group = thread.getThreadGroup();
    text.append(
        "  | group=\"%s\" sysTid=%d jid=%d utm=%d stm=%d HZ=100\n"
            .formatted(
                group == null ? "" : group.getName(),
                status.tid(),
                thread.threadId(),
                status.userTime(),
                status.systemTime()));
    waiting(text, all, one, 0);
    int depth = 0;
    for (GuestFrame frame : one.frames()) {
      text.append("  at ").append(frame).append('\n');
      waiting(text, all, one, ++depth);
      for (Lock each : frame.locked()) {
        text.append("  - locked ").append(each).append('\n');
      }
    }
    text.append('\n');
  }

  /**
   * The object that the thread waits for is printed below the innermost frame, or alone if there is
   * none.
   */
  private static void waiting(StringBuilder text, Snapshot all, ThreadSnapshot one, int depth) {
    Lock lock = one.waitsFor();
    if (lock == null || depth != Math.min(1, one.frames().size())) {
      return;
    }
    String what =
        switch (lock.kind()) {
          case INITIALIZATION -> "waiting on ";
          case PARKED -> "parking to wait for ";
          case MONITOR -> one.isEntering(lock) ? "waiting to lock " : "waiting on ";
        };
    text.append("  - ").append(what).append(lock);
    if (one.owner() != null) {
      text.append(" held by thread ").append(id(all, one.owner()));
    }
    text.append('\n');
  }

  private static void deadlock(StringBuilder text, Snapshot all, List<ThreadSnapshot> circle) {
    text.append("Deadlock of ").append(circle.size()).append(" threads:\n");
    for (ThreadSnapshot each : circle) {
      Thread owner = Objects.requireNonNull(each.owner());
      text.append(
          "  \"%s\" tid=%d waits for %s,\n    which \"%s\" tid=%s %s\n"
              .formatted(
                  each.status().thread().getName(),
                  each.status().id(),
                  each.waitsFor(),
                  owner.getName(),
                  id(all, owner),
                  isInitialization(each.waitsFor()) ? "has begun" : "holds"));
    }
    text.append('\n');
  }

  private static boolean isInitialization(@Nullable Lock lock) {
    return lock != null && lock.kind() == Lock.Kind.INITIALIZATION;
  }

  private static String id(Snapshot all, Thread thread) {
    for (ThreadSnapshot each : all.threads()) {
      if (each.status().thread().threadId() == thread.threadId()) {
        return Integer.toString(each.status().id());
      }
    }
    return "?";
  }
}
