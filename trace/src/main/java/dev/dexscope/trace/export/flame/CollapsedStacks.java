package dev.dexscope.trace.export.flame;

import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Collapsed stacks, as flamegraph.pl and tools like it read them: {@code thread;caller;callee
 * microseconds} a line, or what samples weigh where that is no time. Semicolons and line ends in
 * names become commas and spaces.
 */
public final class CollapsedStacks {
  private static final int MICRO = 1000;

  private CollapsedStacks() {}

  public static void write(View view, Timing timing, OutputStream out) throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    long unit = view.trace().info().weights().isEmpty() ? MICRO : 1;
    for (View.Part part : view.threads()) {
      var prefix = new StringBuilder(clean(part.thread().name()));
      write(part.tree(), prefix, view.methods(), timing, unit, writer);
    }
    writer.flush();
  }

  private static void write(
      CallTree tree, StringBuilder path, MethodTable methods, Timing timing, long unit, Writer out)
      throws IOException {
    int[] lengths = new int[64];
    int[] ends = new int[64];
    int depth = 0;
    long carried = 0;
    for (int node = 0; node < tree.size(); node++) {
      while (depth > 0 && node >= ends[depth - 1]) {
        path.setLength(lengths[--depth]);
      }
      if (depth == ends.length) {
        lengths = java.util.Arrays.copyOf(lengths, 2 * depth);
        ends = java.util.Arrays.copyOf(ends, 2 * depth);
      }
      lengths[depth] = path.length();
      ends[depth++] = tree.end(node);
      if (node > 0) {
        path.append(';').append(clean(methods.get(tree.method(node)).qualifiedName()));
      }
      long nanos = exclusive(tree, node, timing) + carried;
      long units = nanos / unit;
      // What is less than a microsecond goes to the next path, so that nothing is lost of the
      // whole.
      carried = nanos % unit;
      if (units > 0) {
        out.append(path).append(' ').append(Long.toString(units)).append('\n');
      }
    }
  }

  static long exclusive(CallTree tree, int node, Timing timing) {
    return timing.of(tree.exclusiveWall(node), tree.exclusiveCpu(node));
  }

  private static String clean(String name) {
    return name.replace(';', ',').replace('\n', ' ').replace('\r', ' ');
  }
}
