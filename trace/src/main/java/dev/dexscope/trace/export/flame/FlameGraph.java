package dev.dexscope.trace.export.flame;

import com.fasterxml.jackson.core.JsonGenerator;
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

  private static void data(View view, JsonGenerator json) throws IOException {
    json.writeStartObject();
    TreeData.write(view, json, (_, _) -> {});
    json.writeEndObject();
  }
}
