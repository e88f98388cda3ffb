package dev.dexscope.trace.analysis;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A selected part of a trace: some threads, some methods, a span of time. The time of methods that
 * are filtered out is added to their caller, and their callees become the caller's.
 *
 * <pre>{@code
 * View all = View.of(trace, Filter.ALL);
 * List<Cost> methods = FlatProfile.of(all, Grouping.METHOD);
 * }</pre>
 *
 * @param trace the whole
 * @param filter the selection
 * @param threads the selected threads with their filtered trees, in display order: the main thread
 *     first, then those that worked most
 */
public record View(Trace trace, Filter filter, List<Part> threads) {
  /**
   * One thread's part.
   *
   * @param number the thread's in the trace
   */
  public record Part(int number, TraceThread thread, CallTree tree) {
    /** The same thread with another tree. */
    Part with(CallTree other) {
      return new Part(number, thread, other);
    }
  }

  public View {
    threads = List.copyOf(threads);
  }

  public MethodTable methods() {
    return trace.methods();
  }

  /** The trace's name without its folders. */
  public String title() {
    Path name = Path.of(trace.info().file()).getFileName();
    return name == null ? "trace" : name.toString();
  }

  /** The time of all threads. */
  public long total(Timing timing) {
    long total = 0;
    for (Part part : threads) {
      total += timing.inclusive(part.tree(), 0);
    }
    return total;
  }

  /** Microseconds when no time is finer: written in these, times take a third of the digits. */
  public long unitNanos() {
    if (!trace.info().weights().isEmpty()) {
      return 1;
    }
    for (Part part : threads) {
      for (int node = 0; node < part.tree().size(); node++) {
        if (part.tree().inclusiveWall(node) % 1000 != 0
            || part.tree().inclusiveCpu(node) % 1000 != 0) {
          return 1;
        }
      }
    }
    return 1000;
  }

  /** Goes through the calls of this part, in the order of the file; see {@link Trace#replay}. */
  public void replay(CallVisitor visitor) {
    trace.replay(filter.keepsAll() ? visitor : new FilteredCalls(trace, filter, visitor));
  }

  /**
   * Returns this part with the platform's methods folded into those of the program and its
   * libraries that called them: times are of those who can change something.
   */
  public View ofProgram() {
    boolean[] platform = new boolean[methods().size()];
    for (int i = 0; i < platform.length; i++) {
      platform[i] = CodeKind.of(methods().get(i)) == CodeKind.PLATFORM;
    }
    List<Part> parts = new ArrayList<>();
    for (Part each : threads) {
      CallTree tree = each.tree();
      parts.add(each.with(Trees.keeping(tree, node -> !platform[tree.method(node)])));
    }
    return new View(trace, filter, parts);
  }

  public static View of(Trace trace, Filter filter) {
    if (!trace.sums().isEmpty() && filter.needsPaths()) {
      throw new IllegalArgumentException("a filter of call paths without them");
    }
    List<CallTree> trees = filter.hasWindow() ? windowed(trace, filter) : trees(trace);
    boolean[] kept = kept(trace.methods(), filter);
    boolean all = filter.keepsAllMethods();
    List<UnaryOperator<CallTree>> transforms = new ArrayList<>();
    for (Transform transform : filter.transforms()) {
      transforms.add(transform.among(trace.methods()));
    }
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < trees.size(); i++) {
      TraceThread thread = trace.threads().get(i);
      if (thread.isActive() && filter.keeps(thread)) {
        CallTree tree = all ? trees.get(i) : fold(trees.get(i), kept, filter.minimumNanos());
        for (UnaryOperator<CallTree> transform : transforms) {
          tree = transform.apply(tree);
        }
        parts.add(new Part(i, thread, tree));
      }
    }
    Timing work = Timing.ofWork(trace.info().clock());
    int main = trace.mainThread();
    parts.sort((a, b) -> {
      int order = Boolean.compare(b.number() == main, a.number() == main);
      return order != 0
          ? order
          : Long.compare(work.inclusive(b.tree(), 0), work.inclusive(a.tree(), 0));
    });
    return new View(trace, filter, parts);
  }

  private static List<CallTree> trees(Trace trace) {
    List<CallTree> trees = new ArrayList<>();
    for (TraceThread thread : trace.threads()) {
      trees.add(thread.tree());
    }
    return trees;
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
    return Trees.keeping(
        tree,
        node -> {
          long longest = Math.max(tree.inclusiveWall(node), tree.inclusiveCpu(node));
          return kept[tree.method(node)] && longest >= minimumNanos;
        });
  }

  private static List<CallTree> windowed(Trace trace, Filter filter) {
    var trees = new Rebuilt(trace.threads().size());
    trace.replay(new FilteredCalls(trace, filter.ofAllMethods(), trees));
    return trees.build();
  }

  /** Trees of the calls that a span of time has left. */
  private static final class Rebuilt implements CallVisitor {
    private final CallTreeBuilder builder = new CallTreeBuilder();
    private final Running[] threads;

    private static final class Running {
      int[] node = new int[64];
      long[] wall = new long[64];
      long[] cpu = new long[64];

      /** Number of running calls; the thread's own node is below them. */
      int depth;
    }

    Rebuilt(int count) {
      threads = new Running[count];
      for (int i = 0; i < count; i++) {
        threads[i] = new Running();
        threads[i].node[0] = builder.newRoot();
      }
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      Running r = threads[thread];
      int caller = r.node[r.depth++];
      if (r.depth == r.node.length) {
        r.node = Arrays.copyOf(r.node, 2 * r.depth);
        r.wall = Arrays.copyOf(r.wall, 2 * r.depth);
        r.cpu = Arrays.copyOf(r.cpu, 2 * r.depth);
      }
      r.node[r.depth] = builder.child(caller, method);
      r.wall[r.depth] = wall;
      r.cpu[r.depth] = cpu;
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      Running r = threads[thread];
      int top = r.depth--;
      builder.add(r.node[top], 1, exception ? 1 : 0, wall - r.wall[top], cpu - r.cpu[top]);
    }

    List<CallTree> build() {
      List<CallTree> trees = new ArrayList<>();
      for (Running r : threads) {
        trees.add(builder.build(r.node[0]));
      }
      return trees;
    }
  }
}
