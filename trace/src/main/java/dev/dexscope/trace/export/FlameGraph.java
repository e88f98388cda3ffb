package dev.dexscope.trace.export;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.CallTree;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A flame graph in one HTML file that needs nothing else: zoom, search, invert, threads, clocks,
 * light and dark, keyboard, links. The page is {@code flame.html}; its data are the call trees as
 * columns.
 */
public final class FlameGraph {
  private FlameGraph() {}

  public static void write(View view, OutputStream out) throws IOException {
    Page.write("flame.html", out, json -> data(view, json));
  }

  private static void data(View view, OutputStream out) throws IOException {
    long unit = unit(view);
    try (JsonGenerator json =
        new JsonFactory()
            .createGenerator(out, JsonEncoding.UTF8)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      json.writeStartObject();
      json.writeStringField("title", Page.title(view));
      json.writeStringField("clock", view.trace().info().clock().key());
      json.writeBooleanField("sampled", view.trace().info().sampled());
      json.writeNumberField("unit", unit);
      json.writeArrayFieldStart("names");
      for (int i = 0; i < view.methods().size(); i++) {
        json.writeString(view.methods().get(i).fullName());
      }
      json.writeEndArray();
      json.writeArrayFieldStart("files");
      for (int i = 0; i < view.methods().size(); i++) {
        json.writeString(source(view.methods().get(i)));
      }
      json.writeEndArray();
      json.writeArrayFieldStart("threads");
      for (View.Part part : view.threads()) {
        thread(part, unit, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  /** Times are written in microseconds when none is finer: a third of the digits. */
  private static long unit(View view) {
    for (View.Part part : view.threads()) {
      for (int node = 0; node < part.tree().size(); node++) {
        if (part.tree().inclusiveWall(node) % 1000 != 0
            || part.tree().inclusiveCpu(node) % 1000 != 0) {
          return 1;
        }
      }
    }
    return 1000;
  }

  private static String source(Method method) {
    return method.line() > 0 ? method.file() + ":" + method.line() : method.file();
  }

  @FunctionalInterface
  private interface Column {
    long at(int node);
  }

  private static void thread(View.Part part, long unit, JsonGenerator json) throws IOException {
    CallTree tree = part.tree();
    int[] depth = new int[tree.size()];
    for (int node = 1; node < tree.size(); node++) {
      depth[node] = depth[tree.parent(node)] + 1;
    }
    json.writeStartObject();
    json.writeNumberField("id", part.thread().id());
    json.writeStringField("name", part.thread().name());
    json.writeNumberField("wall", tree.inclusiveWall(0) / unit);
    json.writeNumberField("cpu", tree.inclusiveCpu(0) / unit);
    column(json, "method", tree, tree::method);
    column(json, "depth", tree, node -> depth[node]);
    column(json, "calls", tree, tree::calls);
    column(json, "walls", tree, node -> tree.inclusiveWall(node) / unit);
    column(json, "cpus", tree, node -> tree.inclusiveCpu(node) / unit);
    column(
        json,
        "flags",
        tree,
        node ->
            (long) tree.exceptions(node) << 2
                | (tree.isOpenAtEnd(node) ? 2 : 0)
                | (tree.isOpenAtStart(node) ? 1 : 0));
    json.writeEndObject();
  }

  private static void column(JsonGenerator json, String name, CallTree tree, Column column)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (int node = 1; node < tree.size(); node++) {
      json.writeNumber(column.at(node));
    }
    json.writeEndArray();
  }
}
