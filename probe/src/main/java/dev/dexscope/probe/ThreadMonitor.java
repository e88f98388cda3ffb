package dev.dexscope.probe;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Discovers threads like TAU's "Dalvik thread monitor": the VM's debug monitor reports their starts
 * ({@code THCR}) and ends ({@code THDE}) by lid; the sid is in the table of all threads ({@code
 * THST}), which is then requested.
 *
 * <p>These reports are late: when the table arrives, the lid may already belong to another thread.
 * So a sid is accepted if two tables in a row contain it, both requested after the report of the
 * thread's start, without a report of its end in between, and the system has one thread of that
 * number all the time between them: the system reuses its numbers, too.
 */
final class ThreadMonitor implements Runnable {
  /** Of the table, at least: later versions may have more. */
  private static final int HEADER = 4;

  private static final int ENTRY = 18;

  /** The maximum of table requests for one thread, whose end may not have been reported. */
  private static final int MOST_TABLES = 8;

  private final Session session;
  private final int adbPort;

  /** Those that live, by lid. */
  private final Map<Integer, Heard> threads = new HashMap<Integer, Heard>();

  /** The question for the table that is not answered yet. */
  private int asked;

  private static final class Heard {
    final String name;

    /** Answers to questions up to this one are too old. */
    final int since;

    /** By the last table that was new enough. */
    private @Nullable String seen;

    int sid;

    /** By two of them. */
    @Nullable String sure;

    int tables;

    Heard(String name, int since) {
      this.name = name;
      this.since = since;
    }

    /**
     * Called for a new enough table that contains the thread; returns the thread's task if that
     * confirms it, else null.
     */
    @Nullable String confirm(int sid) {
      String next = Proc.task(sid);
      sure = next != null && next.equals(seen) ? next : null;
      seen = next;
      this.sid = sid;
      return sure;
    }
  }

  ThreadMonitor(Session session, int adbPort) {
    this.session = session;
    this.adbPort = adbPort;
  }

  @Override
  public void run() {
    try {
      DebugMonitor vm = new DebugMonitor(new AdbStream(adbPort, "jdwp:" + Proc.pid()));
      vm.ask(DebugMonitor.HELO, new byte[] {0, 0, 0, 1});
      vm.ask(DebugMonitor.THEN, new byte[] {1});
      while (true) {
        hear(vm);
      }
    } catch (IOException | RuntimeException e) {
      Log.warn("no thread monitor: " + e);
    }
  }

  private void hear(DebugMonitor vm) throws IOException {
    int type = vm.hear();
    if (vm.answered != 0 && vm.answered == asked) {
      asked = 0;
    }
    try {
      ByteBuffer data = vm.data;
      if (type == DebugMonitor.THCR) {
        begin(data.getInt(), name(data), vm.asked());
      } else if (type == DebugMonitor.THDE) {
        end(data.getInt());
      } else if (type == DebugMonitor.THST) {
        table(data, vm.answered);
      }
    } catch (BufferUnderflowException e) {
      Log.warn("a chunk is cut off");
    }
    if (asked == 0 && wantsTable()) {
      asked = vm.ask(DebugMonitor.THST);
    }
  }

  private void begin(int lid, String name, int asked) {
    end(lid);
    threads.put(lid, new Heard(name, asked));
  }

  private void end(int lid) {
    Heard thread = threads.remove(lid);
    if (thread != null && thread.sure != null) {
      session.ended(thread.sid, thread.sure);
    }
  }

  /** Returns whether another table might help. */
  private boolean wantsTable() {
    for (Heard each : threads.values()) {
      if (each.sure == null && each.tables < MOST_TABLES) {
        each.tables++;
        return true;
      }
    }
    return false;
  }

  private void table(ByteBuffer data, int answered) {
    int header = data.get();
    int entry = data.get();
    int count = data.getShort() & 0xffff;
    if (header < HEADER
        || entry < ENTRY
        || count * entry > data.limit() - DebugMonitor.CHUNK_HEADER - header) {
      throw new BufferUnderflowException();
    }
    for (int i = 0; i < count; i++) {
      data.position(DebugMonitor.CHUNK_HEADER + header + i * entry);
      int lid = data.getInt();
      data.get();
      int sid = data.getInt();
      data.getLong();
      boolean isDaemon = data.get() != 0;
      Heard thread = threads.get(lid);
      if (thread != null && thread.sure == null && answered > thread.since) {
        String task = thread.confirm(sid);
        if (task != null) {
          session.heardOf(sid, task, lid, thread.name, isDaemon);
        }
      }
    }
  }

  private static String name(ByteBuffer data) {
    int length = data.getInt();
    if (length < 0 || length > data.remaining() / 2) {
      throw new BufferUnderflowException();
    }
    return data.asCharBuffer().subSequence(0, length).toString();
  }
}
