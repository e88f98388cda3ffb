package dev.dexscope.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Builds the call trees of all threads while the calls go by. The nodes of all trees share growing
 * arrays; a child is found by the caller's last child, else by a hash over (caller, method), so
 * that a call costs the same however many callees its caller has.
 */
final class TreeBuilder implements CallVisitor {
  private static final int NONE = -1;

  /** The running calls of one thread. */
  private static final class Running {
    int[] node = new int[64];
    long[] wallAt = new long[64];
    long[] cpuAt = new long[64];
    int depth;
    int root;
    long firstCpu;
    final List<Integer> openAtStart = new ArrayList<>();

    void push(int n, long wall, long cpu) {
      if (depth == node.length) {
        node = Arrays.copyOf(node, 2 * depth);
        wallAt = Arrays.copyOf(wallAt, 2 * depth);
        cpuAt = Arrays.copyOf(cpuAt, 2 * depth);
      }
      node[depth] = n;
      wallAt[depth] = wall;
      cpuAt[depth] = cpu;
      depth++;
    }
  }

  private Running[] threads = new Running[16];

  private int size;
  private int[] method = new int[1 << 10];
  private int[] parent = new int[1 << 10];
  private int[] calls = new int[1 << 10];
  private int[] exceptions = new int[1 << 10];
  private int[] lastChild = new int[1 << 10];
  private long[] wall = new long[1 << 10];
  private long[] cpu = new long[1 << 10];
  private byte[] open = new byte[1 << 10];
  private int[] table = filled(1 << 12);
  private boolean ending;

  @Override
  public void enter(int thread, int m, long wallNow, long cpuNow) {
    Running running = running(thread, cpuNow);
    int caller = running.depth == 0 ? running.root : running.node[running.depth - 1];
    int node = lastChild[caller];
    if (node == NONE || method[node] != m) {
      node = child(caller, m);
      lastChild[caller] = node;
    }
    calls[node]++;
    running.push(node, wallNow, cpuNow);
  }

  @Override
  public void exit(int thread, int m, long wallNow, long cpuNow, boolean exception) {
    Running running = running(thread, cpuNow);
    int top = --running.depth;
    int node = running.node[top];
    wall[node] += wallNow - running.wallAt[top];
    cpu[node] += cpuNow - running.cpuAt[top];
    if (exception) {
      exceptions[node]++;
    }
    if (ending) {
      open[node] |= CallTree.OPEN_AT_END;
    }
  }

  /**
   * The method ran before the trace began and has called all that the thread did so far: the
   * thread's node becomes its node, and a new one stands above.
   */
  void openAtStart(
      int thread, int m, long startWall, long wallNow, long cpuNow, boolean exception) {
    Running running = running(thread, cpuNow);
    int node = running.root;
    int root = newNode(NONE, NONE);
    method[node] = m;
    parent[node] = root;
    calls[node] = 1;
    exceptions[node] = exception ? 1 : 0;
    wall[node] = wallNow - startWall;
    cpu[node] = cpuNow - running.firstCpu;
    open[node] = CallTree.OPEN_AT_START;
    insert(node);
    running.root = root;
    running.openAtStart.add(m);
  }

  /** From now on calls end because the trace does. */
  void ending() {
    ending = true;
  }

  private Running running(int thread, long cpuNow) {
    Running running = thread < threads.length ? threads[thread] : null;
    if (running == null) {
      if (thread >= threads.length) {
        threads = Arrays.copyOf(threads, Math.max(thread + 1, 2 * threads.length));
      }
      running = new Running();
      running.root = newNode(NONE, NONE);
      running.firstCpu = cpuNow;
      threads[thread] = running;
    }
    return running;
  }

  private int child(int caller, int m) {
    int mask = table.length - 1;
    for (int at = hash(caller, m) & mask; ; at = (at + 1) & mask) {
      int node = table[at];
      if (node == NONE) {
        node = newNode(caller, m);
        insert(node);
        return node;
      }
      if (parent[node] == caller && method[node] == m) {
        return node;
      }
    }
  }

  private void insert(int node) {
    if (2 * size > table.length) {
      rehash();
      return;
    }
    place(node);
  }

  private void place(int node) {
    int mask = table.length - 1;
    int at = hash(parent[node], method[node]) & mask;
    while (table[at] != NONE) {
      at = (at + 1) & mask;
    }
    table[at] = node;
  }

  private void rehash() {
    table = filled(2 * table.length);
    for (int node = 0; node < size; node++) {
      if (parent[node] != NONE) {
        place(node);
      }
    }
  }

  private static int hash(int caller, int m) {
    long mixed = ((long) caller << 32 | (m & 0xffffffffL)) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }

  private int newNode(int caller, int m) {
    if (size == method.length) {
      grow();
    }
    int node = size++;
    method[node] = m;
    parent[node] = caller;
    lastChild[node] = NONE;
    return node;
  }

  private void grow() {
    int length = size + (size >> 1);
    method = Arrays.copyOf(method, length);
    parent = Arrays.copyOf(parent, length);
    calls = Arrays.copyOf(calls, length);
    exceptions = Arrays.copyOf(exceptions, length);
    lastChild = Arrays.copyOf(lastChild, length);
    wall = Arrays.copyOf(wall, length);
    cpu = Arrays.copyOf(cpu, length);
    open = Arrays.copyOf(open, length);
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  /** The methods that ran on the thread before the trace began, outermost first. */
  List<Integer> openAtStart(int thread) {
    if (thread >= threads.length || threads[thread] == null) {
      return List.of();
    }
    List<Integer> methods = new ArrayList<>(threads[thread].openAtStart);
    Collections.reverse(methods);
    return methods;
  }

  /** The CPU time at which the thread's records begin. */
  long firstCpu(int thread) {
    return thread < threads.length && threads[thread] != null ? threads[thread].firstCpu : 0;
  }

  /**
   * The trees of threads 0 to {@code count} - 1, each in preorder with the children in the order of
   * their first call. Nothing can be added afterwards.
   */
  List<CallTree> trees(int count) {
    Children children = Children.of(parent, size);
    List<CallTree> trees = new ArrayList<>(count);
    for (int thread = 0; thread < count; thread++) {
      Running running = thread < threads.length ? threads[thread] : null;
      trees.add(running == null ? empty() : tree(children, running));
    }
    return trees;
  }

  private static CallTree empty() {
    return new CallTree(
        new int[] {NONE},
        new int[] {NONE},
        new int[] {1},
        new int[1],
        new int[1],
        new long[1],
        new long[1],
        new byte[1]);
  }

  /**
   * Children lists in two arrays: a node's children are list[first[node]] to list[first[node + 1]].
   */
  private record Children(int[] first, int[] list) {
    static Children of(int[] parent, int size) {
      int[] first = new int[size + 2];
      for (int node = 0; node < size; node++) {
        if (parent[node] != NONE) {
          first[parent[node] + 2]++;
        }
      }
      for (int i = 2; i < first.length; i++) {
        first[i] += first[i - 1];
      }
      int[] list = new int[first[size + 1]];
      for (int node = 0; node < size; node++) {
        if (parent[node] != NONE) {
          list[first[parent[node] + 1]++] = node;
        }
      }
      return new Children(first, list);
    }
  }

  private CallTree tree(Children children, Running running) {
    int nodes = countNodes(children, running.root);
    int[] order = new int[nodes];
    int[] newParent = new int[nodes];
    int[] end = new int[nodes];
    int[] stack = new int[64];
    int depth = 0;
    int next = 0;
    // A stack of old node numbers; a negative one closes the new node ~n.
    stack[depth++] = running.root;
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
    int[] c = new int[nodes];
    int[] e = new int[nodes];
    long[] w = new long[nodes];
    long[] t = new long[nodes];
    byte[] o = new byte[nodes];
    for (int i = 0; i < nodes; i++) {
      int node = order[i];
      m[i] = method[node];
      c[i] = calls[node];
      e[i] = exceptions[node];
      w[i] = wall[node];
      t[i] = cpu[node];
      o[i] = open[node];
    }
    // The thread's own node has no time outside its calls: what lies between them is not known.
    for (int child = 1; child < nodes; child = end[child]) {
      w[0] += w[child];
      t[0] += t[child];
      c[0] += c[child];
    }
    return new CallTree(m, newParent, end, c, e, w, t, o);
  }
}
