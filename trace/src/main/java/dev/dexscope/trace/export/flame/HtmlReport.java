package dev.dexscope.trace.export.flame;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.Activity;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A report in one HTML file without dependencies: the trace's properties, the threads with their
 * activity over time, sortable tables by method, class and package, callers and callees of each
 * method. The page is {@code report.html}; it adds up the call trees itself, so that thread and
 * clock can be switched.
 */
public final class HtmlReport {
  private static final int BUCKETS = 170;

  private HtmlReport() {}

  public static void write(View view, OutputStream out) throws IOException {
    Page.write("report.html", out, json -> data(view, json));
  }

  private static void data(View view, JsonGenerator json) throws IOException {
    TraceInfo info = view.trace().info();
    Activity activity = Activity.of(view, BUCKETS);
    json.writeStartObject();
    json.writeNumberField("elapsed", info.elapsedNanos());
    strings(json, "facts", info.facts());
    strings(json, "quality", repairs(view.trace()));
    TreeData.write(
        view,
        json,
        (part, thread) -> {
          TraceThread of = view.threads().get(part).thread();
          thread.writeNumberField("first", of.firstWall());
          thread.writeNumberField("last", of.lastWall());
          thread.writeArrayFieldStart("busy");
          for (int percent : activity.percents(view.threads().get(part).number())) {
            thread.writeNumber(percent);
          }
          thread.writeEndArray();
        });
    json.writeEndObject();
  }

  private static void strings(JsonGenerator json, String name, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private static List<String> repairs(Trace trace) {
    List<String> repairs = new ArrayList<>(trace.quality().repairs());
    if (trace.info().overflow()) {
      repairs.addFirst("the buffer was full before the end");
    }
    return repairs;
  }
}
