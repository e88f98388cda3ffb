package dev.dexscope.monitor.vm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The threads of a VM over time: of each the last changes of its state.
 *
 * <pre>{@code
 * ThreadTable table = new ThreadTable();
 * List<ThreadView> threads = table.add(vm.threads(), System.currentTimeMillis());
 * }</pre>
 */
public final class ThreadTable {
  private static final int MOST_SPANS = 512;
  private static final int MOST_THREADS = 1 << 14;

  private final Map<Integer, History> threads = new LinkedHashMap<>();
  private List<ThreadView> last = List.of();

  /** Adds the threads seen at a time, in milliseconds since 1970. */
  public synchronized List<ThreadView> add(List<VmClient.VmThread> seen, long now) {
    Map<Integer, History> before = new LinkedHashMap<>(threads);
    threads.clear();
    List<ThreadView> all = new ArrayList<>();
    for (VmClient.VmThread each : seen) {
      if (threads.size() == MOST_THREADS) {
        break;
      }
      // Numbers of threads that have ended come again; the system's do not as soon.
      History history = before.get(each.id());
      if (history == null || history.thread.tid() != each.tid()) {
        history = new History(each, now);
      }
      threads.put(each.id(), history);
      all.add(history.add(each, now));
    }
    last = List.copyOf(all);
    return last;
  }

  public synchronized List<ThreadView> last() {
    return last;
  }

  private static final class History {
    private final Deque<ThreadView.Span> spans = new ArrayDeque<>();
    private VmClient.VmThread thread;
    private long time;
    private double cpu;

    History(VmClient.VmThread thread, long time) {
      this.thread = thread;
      this.time = time;
    }

    ThreadView add(VmClient.VmThread seen, long now) {
      long used =
          seen.userMillis() + seen.systemMillis() - thread.userMillis() - thread.systemMillis();
      if (now > time) {
        // CPU time is counted in steps of 10 ms, which may fall into the wrong interval.
        cpu = Math.clamp((double) used / (now - time), 0, 1);
      }
      ThreadView.Span latest = spans.peekLast();
      if (latest != null && latest.state() == seen.state()) {
        spans.removeLast();
        spans.add(new ThreadView.Span(latest.state(), latest.from(), now));
      } else {
        if (spans.size() == MOST_SPANS) {
          spans.removeFirst();
        }
        spans.add(new ThreadView.Span(seen.state(), now, now));
      }
      thread = seen;
      time = now;
      return new ThreadView(seen, cpu, List.copyOf(spans));
    }
  }
}
