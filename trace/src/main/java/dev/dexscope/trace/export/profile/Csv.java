package dev.dexscope.trace.export.profile;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** The call trees as comma separated values (RFC 4180), a row for each call path; nanoseconds. */
public final class Csv {
  private Csv() {}

  public static void write(View view, OutputStream out) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    writer.append(
        "thread_id,thread,node,parent,depth,class,method,signature,calls,exceptions,"
            + "inclusive_wall,exclusive_wall,inclusive_cpu,exclusive_cpu,open_at_start,open_at_end\r\n");
    for (View.Part part : view.threads()) {
      String thread = part.thread().id() + "," + quoted(part.thread().name());
      CallTree tree = part.tree();
      int[] depth = new int[tree.size()];
      for (int node = 1; node < tree.size(); node++) {
        depth[node] = depth[tree.parent(node)] + 1;
        Method method = view.methods().get(tree.method(node));
        writer.append(thread);
        number(writer, node);
        number(writer, tree.parent(node));
        number(writer, depth[node]);
        writer.append(',').append(quoted(method.className()));
        writer.append(',').append(quoted(method.name()));
        writer.append(',').append(quoted(method.signature()));
        number(writer, tree.calls(node));
        number(writer, tree.exceptions(node));
        number(writer, tree.inclusiveWall(node));
        number(writer, tree.exclusiveWall(node));
        number(writer, tree.inclusiveCpu(node));
        number(writer, tree.exclusiveCpu(node));
        writer.append(tree.isOpenAtStart(node) ? ",true" : ",false");
        writer.append(tree.isOpenAtEnd(node) ? ",true\r\n" : ",false\r\n");
      }
    }
    writer.flush();
  }

  private static void number(Writer out, long value) throws IOException {
    out.append(',').append(Long.toString(value));
  }

  /** A field, between quotes where it needs them. */
  public static String quoted(String text) {
    boolean plain =
        text.indexOf(',') < 0
            && text.indexOf('"') < 0
            && text.indexOf('\n') < 0
            && text.indexOf('\r') < 0;
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
