package dev.dexscope.trace.export.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.util.Map;

/**
 * The properties of a trace that a format has no place for: a field that the format's readers
 * ignore and our own reader uses.
 */
final class TraceFacts {
  private TraceFacts() {}

  /**
   * Writes a field into an object that is open.
   *
   * @param threads the numbers of the threads, in the order in which the format has them
   */
  static void write(View view, Iterable<Integer> threads, JsonGenerator json) throws IOException {
    TraceInfo info = view.trace().info();
    json.writeObjectFieldStart("dexscope");
    json.writeStringField("clock", info.clock().key());
    json.writeNumberField("pid", info.pid());
    json.writeArrayFieldStart("threads");
    for (int thread : threads) {
      json.writeNumber(view.trace().threads().get(thread).id());
    }
    json.writeEndArray();
    json.writeObjectFieldStart("keys");
    for (Map.Entry<String, String> key : info.keysOfExport().entrySet()) {
      json.writeStringField(key.getKey(), key.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}
