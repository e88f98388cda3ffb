package dev.dexscope.monitor.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** An object keeps another where no way leads to that once the first is gone. */
class DominatorsTest {
  @Property(edgeCases = EdgeCasesMode.NONE)
  void theyAreThoseOfTheDefinition(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 24) int count) {
    Random random = new Random(seed);
    ReferenceGraph graph = random(random, count);
    int[] roots = random.ints(1 + random.nextInt(3), 0, count).distinct().toArray();
    int[] sizes = random.ints(count, 0, 1000).toArray();
    Dominators found = Dominators.find(Dominators.search(graph, roots), sizes);
    BitSet reached = reached(graph, roots, -1);
    assertThat(found.reached()).isEqualTo(reached.cardinality());
    for (int each = 0; each < count; each++) {
      long kept = 0;
      BitSet without = reached(graph, roots, each);
      for (int other = 0; other < count; other++) {
        if (reached.get(other) && !without.get(other)) {
          kept += sizes[other];
        }
      }
      assertThat(found.retained(each)).isEqualTo(reached.get(each) ? kept : 0);
      int keeper = found.of(each);
      if (!reached.get(each)) {
        assertThat(keeper).isEqualTo(Dominators.UNREACHED);
      } else if (keeper != Dominators.TOP) {
        assertThat(reached(graph, roots, keeper).get(each)).isFalse();
      }
    }
  }

  private static ReferenceGraph random(Random random, int count) {
    int[] starts = new int[count + 1];
    int[] targets = new int[count * 3];
    int edges = 0;
    for (int i = 0; i < count; i++) {
      starts[i] = edges;
      for (int j = random.nextInt(4); j > 0; j--) {
        targets[edges++] = random.nextInt(count);
      }
    }
    starts[count] = edges;
    return new ReferenceGraph(starts, Arrays.copyOf(targets, edges));
  }

  private static BitSet reached(ReferenceGraph graph, int[] roots, int without) {
    BitSet found = new BitSet();
    int[] stack = new int[graph.objects() + 1];
    int depth = 0;
    for (int root : roots) {
      if (root != without && !found.get(root)) {
        found.set(root);
        stack[depth++] = root;
      }
      while (depth > 0) {
        int at = stack[--depth];
        for (int edge = graph.start(at); edge < graph.end(at); edge++) {
          int target = graph.target(edge);
          if (target != without && !found.get(target)) {
            found.set(target);
            stack[depth++] = target;
          }
        }
      }
    }
    return found;
  }
}
