package dev.dexscope.trace.read.common;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.DataQuality;
import dev.dexscope.trace.LineTimes;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.tree.CallTree;
import java.util.ArrayList;
import java.util.List;

/**
 * Call trees as a file holds them, with the number of calls of each path, but without their order:
 * the calls of a path are shown as one, and those of one caller one after the other.
 *
 * @param trees by the numbers of the threads
 * @param lines the time at lines
 * @param observed figures of a run without instrumentation
 */
public record StoredTrees(
    TraceInfo info, ThreadTable threads, List<CallTree> trees, LineTimes lines, Observed observed)
    implements Source {
  /** The same of a file without lines. */
  public StoredTrees(TraceInfo info, ThreadTable threads, List<CallTree> trees) {
    this(info, threads, trees, LineTimes.NONE);
  }

  /** The same of a file without figures of a run without instrumentation. */
  public StoredTrees(TraceInfo info, ThreadTable threads, List<CallTree> trees, LineTimes lines) {
    this(info, threads, trees, lines, Observed.NONE);
  }

  /** The trace that the trees are. */
  public Trace trace(MethodTable methods) {
    List<TraceThread> list = new ArrayList<>(trees.size());
    long paths = 0;
    for (int i = 0; i < trees.size(); i++) {
      CallTree tree = trees.get(i);
      paths += tree.size() - 1;
      list.add(
          new TraceThread(
              threads.id(i),
              threads.name(i),
              threads.isListed(i),
              tree.size() - 1L,
              0,
              tree.inclusiveWall(0),
              tree));
    }
    var quality = new DataQuality(paths, paths, paths, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false);
    return new Trace(info, methods, list, List.of(), quality, lines, observed, this::show);
  }

  private void show(CallVisitor visitor) {
    for (int thread = 0; thread < trees.size(); thread++) {
      new Walk(visitor, thread, trees.get(thread)).show();
    }
  }

  /** One thread's paths: a method's own time follows its callees. */
  private static final class Walk {
    private final CallVisitor visitor;
    private final int thread;
    private final CallTree tree;
    private long wall;
    private long cpu;

    Walk(CallVisitor visitor, int thread, CallTree tree) {
      this.visitor = visitor;
      this.thread = thread;
      this.tree = tree;
    }

    void show() {
      int open = 0;
      for (int node = 1; node < tree.size(); node++) {
        open = leave(open, tree.parent(node));
        visitor.enter(thread, tree.method(node), wall, cpu);
        open = node;
      }
      leave(open, 0);
    }

    /** Ends the calls from the innermost up to one that continues. */
    private int leave(int from, int to) {
      int node = from;
      for (; node != to; node = tree.parent(node)) {
        wall += tree.exclusiveWall(node);
        cpu += tree.exclusiveCpu(node);
        boolean thrown = tree.exceptions(node) > 0 && tree.exceptions(node) == tree.calls(node);
        visitor.exit(thread, tree.method(node), wall, cpu, thrown);
      }
      return node;
    }
  }
}
