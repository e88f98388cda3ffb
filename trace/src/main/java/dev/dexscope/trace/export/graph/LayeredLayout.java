package dev.dexscope.trace.export.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Places the boxes of a graph in layers, callers above callees, after Sugiyama, Tagawa and Toda
 * (1981): cycles are broken by turning edges round, layers follow the longest paths, an edge that
 * crosses layers passes through a point in each, layers are ordered by their neighbours' median,
 * and places are the least squares of the distances to neighbours.
 */
final class LayeredLayout {
  private static final double GAP = 18;
  private static final double POINT_GAP = 10;
  private static final int ORDER_SWEEPS = 24;
  private static final int PLACE_SWEEPS = 24;

  /**
   * Long edges are drawn straight: segments between two of their points pull harder than other
   * edges.
   */
  private static final double STRAIGHT = 6;

  private final int boxes;
  private final double[] width;
  private final List<int[]> layers = new ArrayList<>();
  private final int[] layer;
  private final double[] x;

  /** The chain of vertices of each edge, from top to bottom; empty for an edge to itself. */
  private final List<int[]> chains = new ArrayList<>();

  private final int[][] above;
  private final int[][] below;

  /**
   * Lays out a graph.
   *
   * @param widths the widths of its boxes
   * @param from where each edge begins
   * @param to where each edge ends
   */
  LayeredLayout(double[] widths, int[] from, int[] to) {
    boxes = widths.length;
    boolean[] turned = turned(boxes, from, to);
    int[] boxLayer = layered(boxes, from, to, turned);
    List<Integer> pointLayers = new ArrayList<>();
    List<int[]> links = new ArrayList<>();
    for (int e = 0; e < from.length; e++) {
      int top = turned[e] ? to[e] : from[e];
      int bottom = turned[e] ? from[e] : to[e];
      int steps = boxLayer[bottom] - boxLayer[top];
      if (steps == 0) {
        chains.add(new int[0]);
        continue;
      }
      int[] chain = new int[steps + 1];
      chain[0] = top;
      chain[steps] = bottom;
      for (int step = 1; step < steps; step++) {
        chain[step] = boxes + pointLayers.size();
        pointLayers.add(boxLayer[top] + step);
      }
      for (int step = 0; step < steps; step++) {
        links.add(new int[] {chain[step], chain[step + 1]});
      }
      chains.add(chain);
    }
    int vertices = boxes + pointLayers.size();
    width = Arrays.copyOf(widths, vertices);
    layer = Arrays.copyOf(boxLayer, vertices);
    for (int i = boxes; i < vertices; i++) {
      layer[i] = pointLayers.get(i - boxes);
    }
    above = neighbours(vertices, links, 1);
    below = neighbours(vertices, links, 0);
    x = new double[vertices];
    if (vertices > 0) {
      order();
      place();
    }
  }

  /** The middle of a box or of a point on an edge. */
  double x(int vertex) {
    return x[vertex];
  }

  int layer(int vertex) {
    return layer[vertex];
  }

  int layers() {
    return layers.size();
  }

  /** Returns the points that an edge passes through, from top to bottom: box, points, box. */
  int[] chain(int edge) {
    return chains.get(edge);
  }

  boolean isBox(int vertex) {
    return vertex < boxes;
  }

  /** The edges that close a cycle on a search from the first box on. */
  private static boolean[] turned(int boxes, int[] from, int[] to) {
    List<List<Integer>> out = new ArrayList<>();
    boolean[] isCalled = new boolean[boxes];
    for (int i = 0; i < boxes; i++) {
      out.add(new ArrayList<>());
    }
    for (int e = 0; e < from.length; e++) {
      out.get(from[e]).add(e);
      isCalled[to[e]] |= from[e] != to[e];
    }
    boolean[] turned = new boolean[from.length];
    byte[] state = new byte[boxes];
    for (boolean called : new boolean[] {false, true}) {
      for (int i = 0; i < boxes; i++) {
        if (isCalled[i] == called) {
          search(i, out, to, state, turned);
        }
      }
    }
    return turned;
  }

  private static void search(
      int box, List<List<Integer>> out, int[] to, byte[] state, boolean[] turned) {
    if (state[box] != 0) {
      return;
    }
    state[box] = 1;
    for (int e : out.get(box)) {
      if (state[to[e]] == 1) {
        turned[e] = true;
      } else {
        search(to[e], out, to, state, turned);
      }
    }
    state[box] = 2;
  }

  /**
   * Returns the longest path to each box; a box without callers is placed just above its first
   * callee.
   */
  private static int[] layered(int boxes, int[] from, int[] to, boolean[] turned) {
    int[] layer = new int[boxes];
    boolean[] called = new boolean[boxes];
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int e = 0; e < from.length; e++) {
        int top = turned[e] ? to[e] : from[e];
        int bottom = turned[e] ? from[e] : to[e];
        if (top != bottom) {
          called[bottom] = true;
          if (layer[bottom] <= layer[top]) {
            layer[bottom] = layer[top] + 1;
            moved = true;
          }
        }
      }
    }
    int[] highest = new int[boxes];
    Arrays.fill(highest, Integer.MAX_VALUE);
    for (int e = 0; e < from.length; e++) {
      int top = turned[e] ? to[e] : from[e];
      int bottom = turned[e] ? from[e] : to[e];
      if (top != bottom) {
        highest[top] = Math.min(highest[top], layer[bottom]);
      }
    }
    for (int i = 0; i < boxes; i++) {
      if (!called[i] && highest[i] != Integer.MAX_VALUE) {
        layer[i] = highest[i] - 1;
      }
    }
    return layer;
  }

  private static int[][] neighbours(int vertices, List<int[]> links, int of) {
    int[] count = new int[vertices];
    for (int[] link : links) {
      count[link[of]]++;
    }
    int[][] lists = new int[vertices][];
    for (int i = 0; i < vertices; i++) {
      lists[i] = new int[count[i]];
    }
    for (int[] link : links) {
      lists[link[of]][--count[link[of]]] = link[1 - of];
    }
    return lists;
  }

  private void order() {
    int count = Arrays.stream(layer).max().orElse(0) + 1;
    List<List<Integer>> sorted = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sorted.add(new ArrayList<>());
    }
    boolean[] seen = new boolean[layer.length];
    for (int i = 0; i < layer.length; i++) {
      collect(i, sorted, seen);
    }
    for (List<Integer> list : sorted) {
      layers.add(list.stream().mapToInt(Integer::intValue).toArray());
    }
    double[] position = new double[layer.length];
    layers.forEach(l -> number(l, position));
    long fewest = crossings(position);
    List<int[]> best = copy();
    for (int sweep = 0; sweep < ORDER_SWEEPS && fewest > 0; sweep++) {
      boolean down = sweep % 2 == 0;
      for (int i = 0; i < count; i++) {
        int[] l = layers.get(down ? i : count - 1 - i);
        sortByMedian(l, down ? above : below, position);
      }
      long now = crossings(position);
      if (now < fewest) {
        fewest = now;
        best = copy();
      }
    }
    layers.clear();
    layers.addAll(best);
  }

  /** Depth first, so that connected vertices are placed together. */
  private void collect(int vertex, List<List<Integer>> sorted, boolean[] seen) {
    int[] stack = new int[] {vertex};
    int size = 1;
    while (size > 0) {
      int v = stack[--size];
      if (seen[v]) {
        continue;
      }
      seen[v] = true;
      sorted.get(layer[v]).add(v);
      stack = Arrays.copyOf(stack, Math.max(stack.length, size + below[v].length));
      for (int next : below[v]) {
        stack[size++] = next;
      }
    }
  }

  private List<int[]> copy() {
    List<int[]> copies = new ArrayList<>();
    layers.forEach(l -> copies.add(l.clone()));
    return copies;
  }

  private static void number(int[] vertices, double[] position) {
    for (int i = 0; i < vertices.length; i++) {
      position[vertices[i]] = i;
    }
  }

  private static void sortByMedian(int[] vertices, int[][] neighbours, double[] position) {
    double[] median = new double[vertices.length];
    Integer[] order = new Integer[vertices.length];
    for (int i = 0; i < vertices.length; i++) {
      order[i] = i;
      double[] places =
          Arrays.stream(neighbours[vertices[i]]).mapToDouble(v -> position[v]).sorted().toArray();
      int middle = places.length / 2;
      median[i] =
          places.length == 0
              ? position[vertices[i]]
              : places.length % 2 == 1 ? places[middle] : (places[middle - 1] + places[middle]) / 2;
    }
    Arrays.sort(order, Comparator.comparingDouble(i -> median[i]));
    int[] old = vertices.clone();
    for (int i = 0; i < order.length; i++) {
      vertices[i] = old[order[i]];
    }
    number(vertices, position);
  }

  private long crossings(double[] position) {
    long sum = 0;
    for (int[] vertices : layers) {
      int most = 0;
      for (int v : vertices) {
        for (int w : below[v]) {
          most = Math.max(most, (int) position[w] + 1);
        }
      }
      // Counted by a tree of partial sums: how many links before this one end to its right.
      int[] ends = new int[most + 1];
      int links = 0;
      for (int v : vertices) {
        int[] targets = Arrays.stream(below[v]).map(w -> (int) position[w] + 1).sorted().toArray();
        for (int t : targets) {
          int notRight = 0;
          for (int i = t; i > 0; i -= i & -i) {
            notRight += ends[i];
          }
          sum += links - notRight;
        }
        for (int t : targets) {
          links++;
          for (int i = t; i <= most; i += i & -i) {
            ends[i]++;
          }
        }
      }
    }
    return sum;
  }

  private void place() {
    for (int[] vertices : layers) {
      double at = 0;
      for (int v : vertices) {
        x[v] = at + width[v] / 2;
        at += width[v] + gap(v);
      }
    }
    for (int sweep = 0; sweep < PLACE_SWEEPS; sweep++) {
      boolean down = sweep % 2 == 0;
      for (int i = 0; i < layers.size(); i++) {
        int[] vertices = layers.get(down ? i : layers.size() - 1 - i);
        // The last sweeps look both ways.
        if (sweep >= PLACE_SWEEPS - 4) {
          pull(vertices, above, below);
        } else {
          pull(vertices, down ? above : below);
        }
      }
    }
    double left = Double.MAX_VALUE;
    for (int v = 0; v < x.length; v++) {
      left = Math.min(left, x[v] - width[v] / 2);
    }
    for (int v = 0; v < x.length; v++) {
      x[v] -= left;
    }
  }

  private double gap(int vertex) {
    return isBox(vertex) ? GAP : POINT_GAP;
  }

  /**
   * Moves a layer's vertices as near to their neighbours as their order and widths allow: a least
   * squares problem under order constraints, solved exactly by pooling adjacent violators.
   */
  private void pull(int[] vertices, int[][]... sides) {
    int n = vertices.length;
    double[] offset = new double[n];
    double[] sum = new double[n];
    double[] weight = new double[n];
    int[] length = new int[n];
    int blocks = 0;
    for (int i = 0; i < n; i++) {
      int v = vertices[i];
      if (i > 0) {
        int u = vertices[i - 1];
        offset[i] = offset[i - 1] + (width[u] + width[v]) / 2 + Math.min(gap(u), gap(v));
      }
      double pulls = 0;
      double place = 0;
      for (int[][] side : sides) {
        for (int w : side[v]) {
          double strength = isBox(v) || isBox(w) ? 1 : STRAIGHT;
          pulls += strength;
          place += strength * x[w];
        }
      }
      if (pulls == 0) {
        pulls = 0.1;
        place = pulls * x[v];
      }
      sum[blocks] = place - pulls * offset[i];
      weight[blocks] = pulls;
      length[blocks++] = 1;
      while (blocks > 1
          && sum[blocks - 2] * weight[blocks - 1] > sum[blocks - 1] * weight[blocks - 2]) {
        blocks--;
        sum[blocks - 1] += sum[blocks];
        weight[blocks - 1] += weight[blocks];
        length[blocks - 1] += length[blocks];
      }
    }
    int i = 0;
    for (int block = 0; block < blocks; block++) {
      for (int k = 0; k < length[block]; k++, i++) {
        x[vertices[i]] = sum[block] / weight[block] + offset[i];
      }
    }
  }
}
