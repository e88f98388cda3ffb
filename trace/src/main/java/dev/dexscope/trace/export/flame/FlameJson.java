package dev.dexscope.trace.export.flame;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A flame graph as d3-flame-graph and tools like it read it: objects with a name, a value in
 * nanoseconds that has those of its children in it, and children.
 */
public final class FlameJson {
  /** Frames of less than a ten-thousandth are seen on no screen. */
  private static final double LEAST = 1e-4;

  private static final JsonFactory JSON = new JsonFactory();

  private FlameJson() {}

  /**
   * Writes one object.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(View view, Timing timing, OutputStream out) throws IOException {
    try (JsonGenerator json =
        JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      FlameFrames.visit(view, timing, LEAST, new Objects(view, json));
      json.writeRaw('\n');
    }
  }

  private record Objects(View view, JsonGenerator json) implements FlameFrames.Visitor {
    @Override
    public void enter(FlameFrames.Frame frame) throws IOException {
      json.writeStartObject();
      json.writeStringField("name", name(frame));
      json.writeNumberField("value", frame.nanos());
      json.writeNumberField("calls", frame.calls());
      json.writeArrayFieldStart("children");
    }

    private String name(FlameFrames.Frame frame) {
      return frame.method() == FlameFrames.NONE
          ? frame.name()
          : ReadableName.of(view.methods().get(frame.method()));
    }

    @Override
    public void leave() throws IOException {
      json.writeEndArray();
      json.writeEndObject();
    }
  }
}
