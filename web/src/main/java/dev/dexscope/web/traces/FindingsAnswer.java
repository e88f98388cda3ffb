package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.finding.ElapsedTime;
import dev.dexscope.trace.finding.Finding;
import dev.dexscope.trace.finding.Findings;
import dev.dexscope.web.http.Exchange;
import java.io.IOException;
import java.util.List;

/** What stands out in a trace, and what its elapsed time went to. */
final class FindingsAnswer {
  private FindingsAnswer() {}

  static void write(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException {
    Trace trace = open.trace();
    out.writeArrayFieldStart("elapsed");
    for (ElapsedTime.Part part : ElapsedTime.of(trace)) {
      out.writeStartObject();
      out.writeStringField("words", part.words());
      out.writeNumberField("time_ns", part.nanos());
      out.writeNumberField("percent", part.percent());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("critical");
    for (Observed.Span span : trace.observed().spans()) {
      out.writeStartObject();
      out.writeNumberField("thread", span.thread());
      out.writeStringField("words", span.kind().words());
      out.writeStringField("what", span.what());
      out.writeNumberField("start_ns", span.begin());
      out.writeNumberField("time_ns", span.nanos());
      out.writeNumberField("active_ns", span.active());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("findings");
    Selection selection = Selection.of(exchange, trace);
    for (Finding each : Findings.of(trace, selection.filter(), selection.measure())) {
      out.writeStartObject();
      out.writeStringField("rule", each.rule().key());
      out.writeNumberField("share", each.share());
      out.writeStringField("text", each.text());
      List<Integer> named = trace.methods().named(each.method());
      out.writeNumberField("method", named.isEmpty() ? -1 : named.getFirst());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
