package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.ExportFormat;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.web.http.Exchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The properties of a trace: its clock, its threads, and the files that can be made of it. */
final class InfoAnswer {
  private InfoAnswer() {}

  /**
   * Writes it.
   *
   * @param hasSql whether questions are answered
   * @param hasSources whether sources are shown
   */
  static void write(OpenTrace open, boolean hasSql, boolean hasSources, JsonGenerator out)
      throws IOException {
    Trace trace = open.trace();
    TraceInfo info = trace.info();
    View view = open.view(Filter.ALL);
    out.writeStringField("state", "ready");
    out.writeStringField("title", open.title());
    out.writeStringField("format", info.format());
    out.writeNumberField("version", info.version());
    out.writeStringField("clock", info.clock().key());
    out.writeBooleanField("sampled", info.sampled());
    out.writeNumberField("absent", info.absentCalls());
    out.writeNumberField("elapsed", info.elapsedNanos());
    out.writeStringField("weights", info.weights());
    out.writeNumberField("pid", info.pid());
    out.writeStringField("vm", info.vm());
    out.writeBooleanField("overflow", info.overflow());
    out.writeBooleanField("sql", hasSql);
    out.writeBooleanField("sources", hasSources);
    out.writeNumberField("methods", trace.methods().size());
    out.writeNumberField("records", trace.quality().records());
    Columns.write(out, "facts", info.facts());
    Columns.write(out, "repairs", trace.quality().repairs());
    List<String> times = new ArrayList<>();
    for (Timing timing : Timing.values()) {
      if (timing.isIn(info.clock())) {
        times.add(Exchange.word(timing));
      }
    }
    Columns.write(out, "times", times);
    threads(view, out);
    formats(out);
  }

  private static void threads(View view, JsonGenerator out) throws IOException {
    long last = 0;
    Measure measure = Measure.ofWork(view.trace().info().clock());
    Iterator<Cost> costs = FlatProfile.of(view, Grouping.THREAD).iterator();
    out.writeArrayFieldStart("threads");
    for (View.Part part : view.threads()) {
      TraceThread thread = part.thread();
      CallTree tree = part.tree();
      Cost cost = costs.next();
      last = Math.max(last, thread.lastWall());
      out.writeStartObject();
      out.writeNumberField("number", part.number());
      out.writeNumberField("id", thread.id());
      out.writeStringField("name", thread.name());
      out.writeBooleanField("main", part.number() == view.trace().mainThread());
      out.writeNumberField("calls", cost.calls());
      out.writeNumberField("work", measure.exclusive(cost));
      out.writeNumberField("paths", tree.size() - 1);
      out.writeNumberField("first", thread.firstWall());
      out.writeNumberField("last", thread.lastWall());
      out.writeNumberField("wall", tree.inclusiveWall(0));
      out.writeNumberField("cpu", tree.inclusiveCpu(0));
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeNumberField("last", last);
  }

  private static void formats(JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("formats");
    for (ExportFormat format : ExportFormat.values()) {
      if (TraceFiles.isOffered(format)) {
        out.writeStartObject();
        out.writeStringField("key", format.key());
        out.writeStringField("suffix", format.suffix());
        out.writeStringField("description", format.description());
        out.writeEndObject();
      }
    }
    out.writeEndArray();
  }
}
