package dev.dexscope.trace.tree;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Assembles call trees. The nodes of all trees of one builder share growing arrays; a child is
 * found by a hash over (caller, method), so that a call costs the same however many callees its
 * caller has.
 *
 * <pre>{@code
 * var builder = new CallTreeBuilder();
 * int root = builder.newRoot();
 * int main = builder.child(root, 0);
 * builder.add(main, 1, 0, 5_000_000, 4_000_000);
 * CallTree tree = builder.build(root);
 * }</pre>
 */
public final class CallTreeBuilder {
  static final int NONE = -1;
  private static final int FIRST_NODES = 1 << 10;

  /** The places of a node in {@link #links}. */
  private static final int LINKS = 4;

  private static final int METHOD = 0;
  private static final int PARENT = 1;
  private static final int LAST_CHILD = 2;
  private static final int CALLS = 3;

  /** An array has at most 2^31 elements. */
  private static final int MOST_NODES = Integer.MAX_VALUE / LINKS - 1;

  private int size;

  // What a call touches stands together, what a return touches too: one cache line each.
  private int[] links = new int[FIRST_NODES * LINKS];
  private long[] times = new long[FIRST_NODES * 2];
  private int[] exceptions = new int[FIRST_NODES];
  private byte[] open = new byte[FIRST_NODES];

  /** The counts for which the links have no room. */
  private final Map<Integer, Long> moreCalls = new HashMap<>();

  /** The calls whose time was estimated, and the error of that, of nodes with such calls. */
  private final Map<Integer, long[]> estimates = new HashMap<>();

  // A hash and a node: other entries are skipped without a look at the node.
  private long[] table = filled(1 << 12);
  private int placed;

  private @Nullable Children children;

  /** A new tree's node 0. */
  public int newRoot() {
    return newNode(NONE, NONE);
  }

  /** The node of a method below its caller, new or known. */
  public int child(int caller, int m) {
    int node = links[caller * LINKS + LAST_CHILD];
    if (node != NONE && links[node * LINKS + METHOD] == m) {
      return node;
    }
    node = find(caller, m);
    links[caller * LINKS + LAST_CHILD] = node;
    return node;
  }

  /** Counts a call of a method below its caller; returns its node. */
  public int call(int caller, int m) {
    int node = links[caller * LINKS + LAST_CHILD];
    if (node == NONE || links[node * LINKS + METHOD] != m) {
      node = find(caller, m);
      links[caller * LINKS + LAST_CHILD] = node;
    }
    if (++links[node * LINKS + CALLS] < 0) {
      carry(node);
    }
    return node;
  }

  /** Adds inclusive times. */
  public void addTime(int node, long wallTime, long cpuTime) {
    times[2 * node] += wallTime;
    times[2 * node + 1] += cpuTime;
  }

  /** Counts a call that was left by an exception. */
  public void addException(int node) {
    exceptions[node]++;
  }

  /** Marks a node whose call the trace has not whole: {@link CallTree#OPEN_AT_END}. */
  public void mark(int node, byte mark) {
    open[node] |= mark;
  }

  /** Adds calls and their inclusive times to a node. */
  public void add(int node, long callCount, int exceptionCount, long wallTime, long cpuTime) {
    if (callCount > Integer.MAX_VALUE - links[node * LINKS + CALLS]) {
      moreCalls.merge(node, callCount, Long::sum);
    } else {
      links[node * LINKS + CALLS] += (int) callCount;
    }
    exceptions[node] += exceptionCount;
    addTime(node, wallTime, cpuTime);
  }

  private void carry(int node) {
    links[node * LINKS + CALLS] = 0;
    moreCalls.merge(node, 1L + Integer.MAX_VALUE, Long::sum);
  }

  /**
   * Marks calls of a node as estimated.
   *
   * @param callCount 0 if only the node's callees have such calls
   * @param error the standard error of the node's exclusive time; those of several add up in
   *     squares
   */
  public void estimate(int node, long callCount, long error) {
    if (callCount == 0 && error == 0) {
      return;
    }
    long[] estimate = estimates.computeIfAbsent(node, _ -> new long[2]);
    estimate[0] += callCount;
    estimate[1] = Math.round(Math.hypot((double) estimate[1], (double) error));
  }

  /** Adds what another tree's node has: its calls, its times, and whether they were cut off. */
  public void addNode(int node, CallTree tree, int source) {
    add(
        node,
        tree.calls(source),
        tree.exceptions(source),
        tree.inclusiveWall(source),
        tree.inclusiveCpu(source));
    open[node] |= tree.openMarks(source);
    estimate(node, tree, source);
  }

  /** Marks as many calls of a node as estimated as another tree's node has. */
  public void estimate(int node, CallTree tree, int source) {
    estimate(node, tree.estimated(source), tree.error(source));
  }

  /** Makes a root a method's node, below a new root, which is returned. */
  public int adopt(int oldRoot, int m) {
    int root = newRoot();
    links[oldRoot * LINKS + METHOD] = m;
    links[oldRoot * LINKS + PARENT] = root;
    insert(oldRoot, hash(root, m));
    return root;
  }

  private int find(int caller, int m) {
    int hash = hash(caller, m);
    int mask = table.length - 1;
    for (int at = hash & mask; ; at = (at + 1) & mask) {
      long entry = table[at];
      if (entry == NONE) {
        int node = newNode(caller, m);
        insert(node, hash);
        return node;
      }
      int node = (int) entry;
      if ((int) (entry >>> 32) == hash && parent(node) == caller && method(node) == m) {
        return node;
      }
    }
  }

  /** Returns the parent of a node. */
  public int caller(int node) {
    return parent(node);
  }

  private int method(int node) {
    return links[node * LINKS + METHOD];
  }

  private int parent(int node) {
    return links[node * LINKS + PARENT];
  }

  /** Makes a node known to {@link #child}. */
  private void insert(int node, int hash) {
    if (3L * ++placed > 2L * table.length) {
      rehash();
    }
    place(table, (long) hash << 32 | node);
  }

  private static void place(long[] table, long entry) {
    int mask = table.length - 1;
    int at = (int) (entry >>> 32) & mask;
    while (table[at] != NONE) {
      at = (at + 1) & mask;
    }
    table[at] = entry;
  }

  private void rehash() {
    long[] larger = filled(2 * table.length);
    for (long entry : table) {
      if (entry != NONE) {
        place(larger, entry);
      }
    }
    table = larger;
  }

  private static int hash(int caller, int m) {
    long mixed = ((long) caller << 32 | (m & 0xffffffffL)) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }

  private int newNode(int caller, int m) {
    if (size == exceptions.length) {
      grow();
    }
    int node = size++;
    int at = node * LINKS;
    links[at + METHOD] = m;
    links[at + PARENT] = caller;
    links[at + LAST_CHILD] = NONE;
    return node;
  }

  private void grow() {
    int length = Math.min(size + (size >> 1), MOST_NODES);
    if (length <= size) {
      throw new OutOfMemoryError("more than " + MOST_NODES + " call paths");
    }
    links = Arrays.copyOf(links, length * LINKS);
    times = Arrays.copyOf(times, length * 2);
    exceptions = Arrays.copyOf(exceptions, length);
    open = Arrays.copyOf(open, length);
  }

  private static long[] filled(int length) {
    long[] array = new long[length];
    Arrays.fill(array, NONE);
    return array;
  }

  /**
   * The tree below a root, in preorder with the children in the order in which they were added.
   * Nothing may be added to any tree of this builder afterwards.
   */
  public CallTree build(int root) {
    if (children == null) {
      children = Children.of(links, size);
    }
    return tree(children, root);
  }

  /**
   * Children lists in two arrays: a node's children are list[first[node]] to list[first[node + 1]].
   */
  private record Children(int[] first, int[] list) {
    static Children of(int[] links, int size) {
      int[] first = new int[size + 2];
      for (int node = 0; node < size; node++) {
        int parent = links[node * LINKS + PARENT];
        if (parent != NONE) {
          first[parent + 2]++;
        }
      }
      for (int i = 2; i < first.length; i++) {
        first[i] += first[i - 1];
      }
      int[] list = new int[first[size + 1]];
      for (int node = 0; node < size; node++) {
        int parent = links[node * LINKS + PARENT];
        if (parent != NONE) {
          list[first[parent + 1]++] = node;
        }
      }
      return new Children(first, list);
    }
  }

  private CallTree tree(Children children, int root) {
    int nodes = countNodes(children, root);
    int[] order = new int[nodes];
    int[] newParent = new int[nodes];
    int[] end = new int[nodes];
    int[] stack = new int[64];
    int depth = 0;
    int next = 0;
    // A stack of old node numbers; a negative one closes the new node ~n.
    stack[depth++] = root;
    int caller = NONE;
    while (depth > 0) {
      int node = stack[--depth];
      if (node < 0) {
        end[~node] = next;
        caller = newParent[~node];
        continue;
      }
      int number = next++;
      order[number] = node;
      newParent[number] = caller;
      caller = number;
      int from = children.first[node];
      int to = children.first[node + 1];
      if (depth + to - from + 1 > stack.length) {
        stack = Arrays.copyOf(stack, Math.max(2 * stack.length, depth + to - from + 1));
      }
      stack[depth++] = ~number;
      for (int i = to - 1; i >= from; i--) {
        stack[depth++] = children.list[i];
      }
    }
    return renumbered(order, newParent, end);
  }

  private int countNodes(Children children, int root) {
    int[] stack = new int[64];
    int depth = 0;
    int count = 0;
    stack[depth++] = root;
    while (depth > 0) {
      int node = stack[--depth];
      count++;
      int from = children.first[node];
      int to = children.first[node + 1];
      if (depth + to - from > stack.length) {
        stack = Arrays.copyOf(stack, Math.max(2 * stack.length, depth + to - from));
      }
      for (int i = from; i < to; i++) {
        stack[depth++] = children.list[i];
      }
    }
    return count;
  }

  private CallTree renumbered(int[] order, int[] newParent, int[] end) {
    int nodes = order.length;
    int[] m = new int[nodes];
    long[] c = new long[nodes];
    int[] e = new int[nodes];
    long[] w = new long[nodes];
    long[] t = new long[nodes];
    byte[] o = new byte[nodes];
    for (int i = 0; i < nodes; i++) {
      int node = order[i];
      m[i] = method(node);
      c[i] =
          links[node * LINKS + CALLS]
              + (moreCalls.isEmpty() ? 0 : moreCalls.getOrDefault(node, 0L));
      e[i] = exceptions[node];
      w[i] = times[2 * node];
      t[i] = times[2 * node + 1];
      o[i] = open[node];
    }
    // A thread's own node has the time of its calls, unless more was set: the time between calls is
    // unknown.
    boolean given = w[0] != 0 || t[0] != 0;
    for (int child = 1; child < nodes; child = end[child]) {
      w[0] += given ? 0 : w[child];
      t[0] += given ? 0 : t[child];
      c[0] += c[child];
    }
    long[] estimated = new long[estimates.isEmpty() ? 0 : nodes];
    long[] error = new long[estimated.length];
    for (int i = 0; i < estimated.length; i++) {
      long[] estimate = estimates.get(order[i]);
      if (estimate != null) {
        estimated[i] = estimate[0];
        error[i] = estimate[1];
      }
    }
    return new CallTree(m, newParent, end, c, e, w, t, o, estimated, error);
  }
}
