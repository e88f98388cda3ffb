package dev.dexscope.trace.export.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Chrome's JSON trace events: B and E events in microseconds, M events for names. Opens in
 * chrome://tracing, Perfetto and many others.
 */
public final class ChromeTrace {
  private ChromeTrace() {}

  public static void write(View view, OutputStream out) throws IOException {
    long pid = Math.max(1, view.trace().info().pid());
    boolean hasWall = view.trace().info().clock().hasWall();
    try (JsonGenerator json =
        new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      json.writeStartObject();
      json.writeStringField("displayTimeUnit", "ns");
      TraceFacts.write(view, List.of(), json);
      json.writeArrayFieldStart("traceEvents");
      for (View.Part part : view.threads()) {
        threadName(json, pid, part.thread());
      }
      view.replay(new Events(view, Names.of(view.methods()), json, pid, hasWall));
      json.writeEndArray();
      json.writeEndObject();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void threadName(JsonGenerator json, long pid, TraceThread thread)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("ph", "M");
    json.writeStringField("name", "thread_name");
    json.writeNumberField("pid", pid);
    json.writeNumberField("tid", thread.id());
    json.writeObjectFieldStart("args");
    json.writeStringField("name", thread.name());
    json.writeEndObject();
    json.writeEndObject();
  }

  private record Events(View view, String[] names, JsonGenerator json, long pid, boolean hasWall)
      implements CallVisitor {
    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      try {
        Method m = view.methods().get(method);
        begin("B", thread, wall, cpu);
        json.writeStringField("name", names[method]);
        json.writeStringField("cat", m.packageName().isEmpty() ? "method" : m.packageName());
        json.writeEndObject();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      try {
        begin("E", thread, wall, cpu);
        if (exception) {
          json.writeObjectFieldStart("args");
          json.writeBooleanField("exception", true);
          json.writeEndObject();
        }
        json.writeEndObject();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void begin(String phase, int thread, long wall, long cpu) throws IOException {
      json.writeStartObject();
      json.writeStringField("ph", phase);
      json.writeNumberField("pid", pid);
      json.writeNumberField("tid", view.trace().threads().get(thread).id());
      json.writeNumberField("ts", (hasWall ? wall : cpu) / 1000.0);
      if (hasWall && cpu > 0) {
        json.writeNumberField("tts", cpu / 1000.0);
      }
    }
  }
}
