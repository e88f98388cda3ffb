package dev.dexscope.web.traces;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.analysis.View;
import java.util.Arrays;
import java.util.List;

/** The calls of some methods in the order of time: all are counted, the first are remembered. */
final class Occurrences implements CallVisitor {
  /**
   * Which calls are remembered.
   *
   * @param most how many
   * @param from those that begin then or later
   * @param to those that begin before
   * @param apart of those of a thread that begin closer to each other, the first
   */
  record Remembered(int most, long from, long to, long apart) {}

  private final boolean[] wanted;
  private final Remembered remembered;
  private final boolean cpuOnly;
  private final int[] depth;
  private final long[] next;

  private long count;
  private int size;
  private int[] thread = new int[256];
  private int[] method = new int[256];
  private int[] level = new int[256];
  private long[] begin = new long[256];

  private Occurrences(View view, List<Integer> methods, Remembered remembered) {
    wanted = new boolean[view.methods().size()];
    for (int each : methods) {
      wanted[each] = true;
    }
    this.remembered = remembered;
    cpuOnly = !view.trace().info().clock().hasWall();
    depth = new int[view.trace().threads().size()];
    next = new long[depth.length];
    Arrays.fill(next, remembered.from);
  }

  static Occurrences of(View view, List<Integer> methods, Remembered remembered) {
    var found = new Occurrences(view, methods, remembered);
    view.replay(found);
    return found;
  }

  /** Returns how many there are. */
  long count() {
    return count;
  }

  /** Returns how many are remembered. */
  int size() {
    return size;
  }

  int thread(int i) {
    return thread[i];
  }

  int method(int i) {
    return method[i];
  }

  /** Returns how many calls stand above it. */
  int depth(int i) {
    return level[i];
  }

  /** Returns when it began, in nanoseconds from the trace's start. */
  long begin(int i) {
    return begin[i];
  }

  @Override
  public void enter(int of, int called, long wall, long cpu) {
    int at = depth[of]++;
    if (!wanted[called]) {
      return;
    }
    count++;
    long now = cpuOnly ? cpu : wall;
    if (size == remembered.most || now < next[of] || now >= remembered.to) {
      return;
    }
    next[of] = now + remembered.apart;
    if (size == thread.length) {
      int more = Math.min(remembered.most, 2 * size);
      thread = Arrays.copyOf(thread, more);
      method = Arrays.copyOf(method, more);
      level = Arrays.copyOf(level, more);
      begin = Arrays.copyOf(begin, more);
    }
    thread[size] = of;
    method[size] = called;
    level[size] = at;
    begin[size++] = now;
  }

  @Override
  public void exit(int of, int left, long wall, long cpu, boolean exception) {
    depth[of]--;
  }
}
