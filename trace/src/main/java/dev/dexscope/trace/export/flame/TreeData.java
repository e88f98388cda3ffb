package dev.dexscope.trace.export.flame;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Hues;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.util.Map;

/** The call trees of a view as JSON columns, which {@code tree.js} makes a forest of. */
final class TreeData {
  /** Writes the properties of a thread besides its tree. */
  @FunctionalInterface
  interface ThreadFacts {
    void write(int part, JsonGenerator json) throws IOException;
  }

  private TreeData() {}

  /** Writes fields into an object that is open. */
  static void write(View view, JsonGenerator json, ThreadFacts facts) throws IOException {
    long unit = view.unitNanos();
    json.writeStringField("title", view.title());
    json.writeStringField("clock", view.trace().info().clock().key());
    json.writeBooleanField("sampled", view.trace().info().sampled());
    json.writeNumberField("pid", view.trace().info().pid());
    json.writeObjectFieldStart("keys");
    for (Map.Entry<String, String> key : view.trace().info().keys().entrySet()) {
      json.writeStringField(key.getKey(), key.getValue());
    }
    json.writeEndObject();
    json.writeNumberField("unit", unit);
    json.writeArrayFieldStart("names");
    for (int i = 0; i < view.methods().size(); i++) {
      json.writeString(ReadableName.of(view.methods().get(i)));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("hues");
    for (int hue : Hues.of(view.methods())) {
      json.writeNumber(hue);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("files");
    for (int i = 0; i < view.methods().size(); i++) {
      json.writeString(source(view.methods().get(i)));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("threads");
    for (int part = 0; part < view.threads().size(); part++) {
      json.writeStartObject();
      View.Part of = view.threads().get(part);
      thread(of, of.number() == view.trace().mainThread(), unit, json);
      facts.write(part, json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static String source(Method method) {
    return method.line() > 0 ? method.file() + ":" + method.line() : method.file();
  }

  @FunctionalInterface
  private interface Column {
    long at(int node);
  }

  private static void thread(View.Part part, boolean isMain, long unit, JsonGenerator json)
      throws IOException {
    CallTree tree = part.tree();
    int[] depth = new int[tree.size()];
    for (int node = 1; node < tree.size(); node++) {
      depth[node] = depth[tree.parent(node)] + 1;
    }
    json.writeNumberField("id", part.thread().id());
    json.writeBooleanField("main", isMain);
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
