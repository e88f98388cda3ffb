package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The call paths of two sides, for a flame graph of their difference. */
public final class PathsAnswer {
  /** The narrowest path that is drawn is such a part of the whole. */
  private static final int PARTS = 3000;

  private PathsAnswer() {}

  /**
   * A call path.
   *
   * @param caller the number of its caller, which comes before; -1 for the whole
   * @param name the number of its name; -1 for the whole
   */
  public record Node(int caller, int name, double base, double head) {
    double widest() {
      return Math.max(base, head);
    }
  }

  /**
   * Writes them; what is narrow on both sides is left out, with all below.
   *
   * @return the numbers of the names that were written, in their order
   */
  public static List<Integer> write(List<Node> nodes, List<String> names, JsonGenerator out)
      throws IOException {
    List<Node> kept = new ArrayList<>();
    double least = Math.max(1, nodes.getFirst().widest() / PARTS);
    int[] number = new int[nodes.size()];
    for (int i = 0; i < number.length; i++) {
      Node node = nodes.get(i);
      boolean isKept = node.caller() < 0 || number[node.caller()] >= 0;
      number[i] = isKept && node.widest() >= least ? kept.size() : -1;
      if (number[i] >= 0) {
        kept.add(node);
      }
    }
    List<Integer> used =
        kept.stream().map(Node::name).filter(name -> name >= 0).distinct().toList();
    int[] named = new int[names.size()];
    for (int i = 0; i < used.size(); i++) {
      named[used.get(i)] = i;
    }
    out.writeObjectFieldStart("paths");
    int size = kept.size();
    Columns.write(out, "caller", size, i -> number(kept.get(i).caller(), number));
    Columns.write(out, "name", size, i -> number(kept.get(i).name(), named));
    Columns.write(out, "base_ns", size, i -> Math.round(kept.get(i).base()));
    Columns.write(out, "head_ns", size, i -> Math.round(kept.get(i).head()));
    out.writeEndObject();
    Columns.write(out, "names", used.stream().map(names::get).toList());
    return used;
  }

  /** The number that something has in the answer; -1 for none. */
  private static int number(int of, int[] numbers) {
    return of < 0 ? -1 : numbers[of];
  }
}
