package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.Trees;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A flame graph, or the same from below, down to what is as wide as a pixel. The query: {@code
 * direction} is {@code down} (callers above their callees) or {@code up}; {@code threads} is {@code
 * each} or {@code merged}; {@code path} is the root: a thread's number or {@code *}, then methods'
 * numbers, with dots between; {@code parts} is how many of the narrowest boxes fill the picture.
 */
final class FlameAnswer {
  private static final int PARTS = 3000;
  private static final int MOST_PARTS = 20_000;
  private static final String ALL = "*";

  /** Which way a tree is shown. */
  enum Direction {
    DOWN,
    UP
  }

  /** Whether threads are separate. */
  enum Threads {
    EACH,
    MERGED
  }

  private FlameAnswer() {}

  static void write(Exchange exchange, View view, Timing timing, JsonGenerator out)
      throws IOException {
    Direction direction = exchange.word("direction", Direction.class, Direction.DOWN);
    Threads threads =
        direction == Direction.UP
            ? Threads.MERGED
            : exchange.word("threads", Threads.class, Threads.EACH);
    long parts = exchange.integer("parts", 10, MOST_PARTS, PARTS);
    List<String> path = path(exchange);
    long total = view.total(timing);
    List<Integer> groups = new ArrayList<>();
    FlameTree flame;
    if (path.isEmpty()) {
      flame = whole(view, timing, direction, threads, total / parts, groups);
    } else {
      CallTree tree = tree(view, timing, direction, path.getFirst(), total / parts);
      int root = FlameTree.find(tree, methods(path.subList(1, path.size()), view));
      flame = new FlameTree(timing, timing.inclusive(tree, root) / parts);
      flame.add(tree, root, 0);
    }
    out.writeNumberField("total", total);
    write(flame, groups, view, out);
  }

  private static List<String> path(Exchange exchange) {
    String text = exchange.parameter("path");
    return text.isEmpty() ? List.of() : List.of(text.split("\\.", -1));
  }

  private static List<Integer> methods(List<String> path, View view) {
    List<Integer> methods = new ArrayList<>();
    for (String number : path) {
      methods.add(Selection.number("path", number, view.methods().size()));
    }
    return methods;
  }

  private static FlameTree whole(
      View view,
      Timing timing,
      Direction direction,
      Threads threads,
      long least,
      List<Integer> groups) {
    var flame = new FlameTree(timing, least);
    groups.add(-1);
    int root = flame.addGroup(0, view.total(timing));
    if (threads == Threads.MERGED) {
      flame.addBelow(tree(view, timing, direction, ALL, least), root);
      return flame;
    }
    for (View.Part part : view.threads()) {
      if (timing.inclusive(part.tree(), 0) >= Math.max(1, least)) {
        groups.add(part.number());
        flame.add(part.tree(), 0, 1);
      } else {
        flame.cutAt(root);
      }
    }
    return flame;
  }

  /** The tree of a thread, or of all of them. */
  private static CallTree tree(
      View view, Timing timing, Direction direction, String thread, long least) {
    if (!thread.equals(ALL)) {
      int number = Selection.number("thread", thread, view.trace().threads().size());
      for (View.Part part : view.threads()) {
        if (part.number() == number) {
          return part.tree();
        }
      }
      throw HttpException.notFound("this part of the trace has no thread " + number);
    }
    CallTree merged = Trees.merged(view);
    return direction == Direction.UP ? Callers.of(merged, timing, least) : merged;
  }

  private static void write(FlameTree flame, List<Integer> groups, View view, JsonGenerator out)
      throws IOException {
    int size = flame.size();
    var names = new Names(view.methods());
    Columns.write(out, "groups", groups.size(), groups::get);
    Columns.write(out, "depth", size, flame::depth);
    Columns.write(
        out,
        "method",
        size,
        node -> flame.method(node) < 0 ? -1 : names.number(flame.method(node)));
    Columns.write(out, "value", size, flame::value);
    Columns.write(out, "self", size, flame::self);
    Columns.write(out, "calls", size, flame::calls);
    Columns.write(out, "thrown", size, flame::thrown);
    Columns.write(out, "cut", size, node -> flame.isCut(node) ? 1 : 0);
    names.write(out);
  }
}
