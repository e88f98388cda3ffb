package dev.dexscope.trace.export.flame;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Hues;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    // A file that was sent has no other place that says what it is a part of.
    List<String> words = new ArrayList<>(view.filter().words());
    words.addFirst(view.title());
    json.writeStringField("title", String.join(", ", words));
    json.writeStringField("clock", view.trace().info().clock().key());
    json.writeBooleanField("sampled", view.trace().info().sampled());
    json.writeNumberField("pid", view.trace().info().pid());
    json.writeObjectFieldStart("keys");
    for (Map.Entry<String, String> key : view.trace().info().keysOfExport().entrySet()) {
      json.writeStringField(key.getKey(), key.getValue());
    }
    json.writeEndObject();
    json.writeNumberField("unit", unit);
    int[] number = numbers(view);
    int[] hues = Hues.of(view.methods());
    methods(view, number, json, "names", i -> json.writeString(name(view, i)));
    methods(view, number, json, "hues", i -> json.writeNumber(hues[i]));
    methods(view, number, json, "files", i -> json.writeString(source(view.methods().get(i))));
    json.writeArrayFieldStart("threads");
    for (int part = 0; part < view.threads().size(); part++) {
      json.writeStartObject();
      View.Part of = view.threads().get(part);
      thread(of, of.number() == view.trace().mainThread(), unit, number, json);
      facts.write(part, json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** The numbers of the methods that a view has calls of, in the file; -1 for others. */
  private static int[] numbers(View view) {
    int[] numbers = new int[view.methods().size()];
    Arrays.fill(numbers, -1);
    for (View.Part part : view.threads()) {
      for (int node = 1; node < part.tree().size(); node++) {
        numbers[part.tree().method(node)] = 0;
      }
    }
    int next = 0;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = numbers[i] < 0 ? -1 : next++;
    }
    return numbers;
  }

  @FunctionalInterface
  private interface OfMethod {
    void write(int method) throws IOException;
  }

  private static void methods(
      View view, int[] number, JsonGenerator json, String name, OfMethod value) throws IOException {
    json.writeArrayFieldStart(name);
    for (int i = 0; i < view.methods().size(); i++) {
      if (number[i] >= 0) {
        value.write(i);
      }
    }
    json.writeEndArray();
  }

  private static String name(View view, int method) {
    return ReadableName.of(view.methods().get(method));
  }

  private static String source(Method method) {
    return method.line() > 0 ? method.file() + ":" + method.line() : method.file();
  }

  @FunctionalInterface
  private interface Column {
    long at(int node);
  }

  private static void thread(
      View.Part part, boolean isMain, long unit, int[] number, JsonGenerator json)
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
    column(json, "method", tree, node -> number[tree.method(node)]);
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
