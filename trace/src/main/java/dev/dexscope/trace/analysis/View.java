package dev.dexscope.trace.analysis;

import dev.dexscope.trace.CallTree;
import dev.dexscope.trace.CallTreeBuilder;
import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The part of a trace that one looks at: some threads, some methods, a span of time. Methods that
 * are filtered out give their time to their caller, and their callees become the caller's.
 *
 * <pre>{@code
 * View all = View.of(trace, Filter.ALL);
 * List<Cost> methods = FlatProfile.of(all, Grouping.METHOD);
 * }</pre>
 *
 * @param trace the whole
 * @param filter which part of it this is
 * @param threads those that pass, with what is left of their trees
 */
public record View(Trace trace, Filter filter, List<Part> threads) {
  /** One thread's part. */
  public record Part(TraceThread thread, CallTree tree) {}

  public View {
    threads = List.copyOf(threads);
  }

  public MethodTable methods() {
    return trace.methods();
  }

  /** Goes through the calls of this part, in the order of the file; see {@link Trace#replay}. */
  public void replay(CallVisitor visitor) {
    trace.replay(filter.keepsAll() ? visitor : new FilteredCalls(trace, filter, visitor));
  }

  public static View of(Trace trace, Filter filter) {
    List<CallTree> trees =
        filter.hasWindow()
            ? windowed(trace, filter)
            : trace.threads().stream().map(TraceThread::tree).toList();
    boolean[] kept = kept(trace.methods(), filter);
    boolean all = filter.keepsAllMethods();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < trees.size(); i++) {
      TraceThread thread = trace.threads().get(i);
      if (thread.isActive() && filter.keeps(thread)) {
        CallTree tree = all ? trees.get(i) : fold(trees.get(i), kept, filter.minimumNanos());
        parts.add(new Part(thread, tree));
      }
    }
    return new View(trace, filter, parts);
  }

  private static boolean[] kept(MethodTable methods, Filter filter) {
    boolean[] kept = new boolean[methods.size()];
    for (int i = 0; i < kept.length; i++) {
      Method method = methods.get(i);
      kept[i] = filter.keeps(method);
    }
    return kept;
  }

  private static CallTree fold(CallTree tree, boolean[] kept, long minimumNanos) {
    var builder = new CallTreeBuilder();
    int[] to = new int[tree.size()];
    to[0] = builder.newRoot();
    for (int node = 1; node < tree.size(); node++) {
      int caller = to[tree.parent(node)];
      long longest = Math.max(tree.inclusiveWall(node), tree.inclusiveCpu(node));
      if (kept[tree.method(node)] && longest >= minimumNanos) {
        to[node] = builder.child(caller, tree.method(node));
        builder.addNode(to[node], tree, node);
      } else {
        to[node] = caller;
      }
    }
    CallTree folded = builder.build(to[0]);
    // The thread's own node keeps the whole: what is folded into it is time of methods not shown.
    return folded.withRootOf(tree);
  }

  private static List<CallTree> windowed(Trace trace, Filter filter) {
    var window = new Window(trace.threads().size(), filter.fromNanos(), filter.toNanos());
    trace.replay(window);
    return window.trees();
  }

  /** Rebuilds the trees from the calls that touch a span of time, cut to it. */
  private static final class Window implements CallVisitor {
    private final CallTreeBuilder builder = new CallTreeBuilder();
    private final int[] root;
    private final Open[] open;
    private final long from;
    private final long to;

    private static final class Open {
      int[] method = new int[64];
      long[] wall = new long[64];
      long[] cpu = new long[64];
      int[] node = new int[64];
      int depth;
    }

    Window(int threads, long from, long to) {
      this.from = from;
      this.to = to;
      this.root = new int[threads];
      this.open = new Open[threads];
      for (int i = 0; i < threads; i++) {
        root[i] = builder.newRoot();
        open[i] = new Open();
      }
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      Open o = open[thread];
      if (o.depth == o.method.length) {
        o.method = Arrays.copyOf(o.method, 2 * o.depth);
        o.wall = Arrays.copyOf(o.wall, 2 * o.depth);
        o.cpu = Arrays.copyOf(o.cpu, 2 * o.depth);
        o.node = Arrays.copyOf(o.node, 2 * o.depth);
      }
      int d = o.depth++;
      o.method[d] = method;
      o.wall[d] = wall;
      o.cpu[d] = cpu;
      o.node[d] = -1;
      if (wall >= from && wall <= to) {
        materialise(o, thread);
      }
    }

    /** The calls that are running get their nodes when the window first sees them. */
    private void materialise(Open o, int thread) {
      int first = o.depth;
      while (first > 0 && o.node[first - 1] < 0) {
        first--;
      }
      for (int d = first; d < o.depth; d++) {
        int caller = d == 0 ? root[thread] : o.node[d - 1];
        o.node[d] = builder.child(caller, o.method[d]);
        builder.add(o.node[d], 1, 0, 0, 0);
      }
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      Open o = open[thread];
      int d = o.depth - 1;
      if (wall >= from && o.wall[d] <= to) {
        materialise(o, thread);
        long time = Math.min(wall, to) - Math.max(o.wall[d], from);
        long length = wall - o.wall[d];
        // CPU time is not known inside a call: it is taken as spread evenly over it.
        double share = length == 0 ? 1 : (double) time / length;
        builder.add(
            o.node[d],
            0,
            exception && wall <= to ? 1 : 0,
            time,
            Math.round((cpu - o.cpu[d]) * share));
      }
      o.depth = d;
    }

    List<CallTree> trees() {
      List<CallTree> trees = new ArrayList<>();
      for (int r : root) {
        trees.add(builder.build(r));
      }
      return trees;
    }
  }
}
