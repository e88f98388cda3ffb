package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.Activity;
import dev.dexscope.trace.analysis.Butterfly;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.answer.CallTables;
import dev.dexscope.trace.answer.FlatTable;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.trace.export.Export;
import dev.dexscope.trace.export.ExportFormat;
import dev.dexscope.trace.export.SmallFile;
import dev.dexscope.trace.export.graph.CallGraph;
import dev.dexscope.trace.export.graph.CallGraphSvg;
import dev.dexscope.trace.export.graph.GraphOptions;
import dev.dexscope.trace.finding.ElapsedTime;
import dev.dexscope.trace.finding.Finding;
import dev.dexscope.trace.finding.Findings;
import dev.dexscope.trace.timeline.Timeline;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.http.Route;
import dev.dexscope.web.http.Routes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The views of a trace as JSON, for the page and for programs. {@code openapi.json} describes the
 * addresses.
 *
 * <pre>{@code
 * var trace = new TraceSource.Named("app.trace", Path.of("app.trace"));
 * new TraceApi(id -> Optional.of(trace), Bounds.OF_ONE_USER, DuckDb::require).addTo(routes);
 * }</pre>
 */
public final class TraceApi {
  /** Before all addresses: a program that was written for one version goes on working. */
  public static final String ROOT = "/api/v1/traces/{trace}";

  private static final int MOST_CALLS = 10_000;
  private static final int MOST_MARKS = 50_000;
  private static final int MOST_METHODS = 1000;
  private static final int MOST_PATHS = 5000;
  private static final int MOST_SLICES = 100_000;

  /** Each slice of each thread is counted apart, in 8 bytes. */
  private static final int MOST_CELLS = 8_000_000;

  private static final int EXPORTS = 4;

  /** A file of at most so many bytes is made in memory. */
  private static final int MOST_BYTES = 50_000_000;

  private final OpenTraces traces;
  private final Mappings mappings;
  private final Screens screens;
  private final Workers workers =
      new Workers(Math.max(2, Runtime.getRuntime().availableProcessors()));
  private final Workers exporters = new Workers(EXPORTS);
  private final Semaphore exports = new Semaphore(EXPORTS);
  private final @Nullable Questions questions;
  private final @Nullable SourceApi sources;

  /**
   * @param duck runs SQL queries; null disables them, because they can use the whole machine
   */
  public TraceApi(TraceSource source, Bounds bounds, @Nullable Supplier<DuckDb> duck) {
    this(source, bounds, duck, new Sources(List.of()));
  }

  /**
   * The same with sources and code of the traces' programs.
   *
   * @param duck runs SQL queries; null disables them
   */
  public TraceApi(
      TraceSource source, Bounds bounds, @Nullable Supplier<DuckDb> duck, Sources sources) {
    this(source, bounds, duck, sources, TraceOptions.PLAIN);
  }

  /**
   * The same with options for reading the traces; a mapping file that is dropped replaces theirs.
   *
   * @param duck runs SQL queries; null disables them
   */
  public TraceApi(
      TraceSource source,
      Bounds bounds,
      @Nullable Supplier<DuckDb> duck,
      Sources sources,
      TraceOptions options) {
    this.sources = bounds.sources() > 0 ? new SourceApi(sources, bounds.sources()) : null;
    this.traces = new OpenTraces(source, bounds.traces(), options);
    this.mappings = new Mappings(bounds.mapping());
    this.screens = new Screens(source);
    this.questions = duck == null ? null : new Questions(duck);
  }

  /** An answer about a trace that is open. */
  @FunctionalInterface
  private interface Answer {
    void write(Exchange exchange, OpenTrace open, JsonGenerator out) throws IOException;
  }

  /** Adds the routes of all views. */
  public void addTo(Routes routes) {
    routes.add("GET", ROOT, this::info);
    routes.add("GET", ROOT + "/activity", answering(TraceApi::activity));
    routes.add("GET", ROOT + "/timeline", answering(TimelineAnswer::write));
    routes.add("GET", ROOT + "/flame", answering(TraceApi::flame));
    routes.add("GET", ROOT + "/table", answering(TraceApi::table));
    routes.add("GET", ROOT + "/butterfly", answering(TraceApi::butterfly));
    routes.add("GET", ROOT + "/spread", answering(TraceApi::spread));
    routes.add("GET", ROOT + "/heat", answering(TraceApi::heat));
    routes.add("GET", ROOT + "/findings", answering(TraceApi::findings));
    routes.add("GET", ROOT + "/calls", answering(TraceApi::calls));
    routes.add("GET", ROOT + "/exceptions", answering(TraceApi::exceptions));
    routes.add("GET", ROOT + "/occurrences", answering(TraceApi::occurrences));
    routes.add("GET", ROOT + "/graph.svg", this::graph);
    routes.add("GET", ROOT + "/export/{format}", this::export);
    routes.add("GET", ROOT + "/diff/{base}", new DiffAnswer(this)::write);
    routes.add("GET", ROOT + "/screens", screens::list);
    routes.add("GET", ROOT + "/screens/{screen}", screens::picture);
    routes.add("POST", "/api/v1/mappings", mappings::add);
    if (sources != null) {
      routes.add("GET", ROOT + "/source", answering(sources::write));
      routes.add("POST", "/api/v1/sources", sources::add);
    }
    if (questions != null) {
      String sql = ROOT + "/sql";
      routes.add("POST", sql, exchange -> questions.ask(exchange, open(exchange, "trace")));
      routes.add("GET", sql + "/{question}", questions::look);
      routes.add("DELETE", sql + "/{question}", questions::withdraw);
    }
  }

  /** Begins to read a trace that is about to be viewed. */
  public void prepare(String id) throws IOException {
    var _ = traces.reading(id, null);
  }

  /** Reads a trace, or fails with what is wrong with it. */
  public void read(String id) throws IOException {
    var _ = traces.reading(id, null).await();
  }

  private OpenTraces.Reading reading(Exchange exchange, String part) throws IOException {
    return traces.reading(exchange.part(part), mappings.file(exchange.parameter("mapping")));
  }

  /** The trace that a part of the address names, when it has been read. */
  OpenTrace open(Exchange exchange, String part) throws IOException {
    return reading(exchange, part).await();
  }

  Workers workers() {
    return workers;
  }

  private Route answering(Answer answer) {
    return exchange -> {
      OpenTrace open = open(exchange, "trace");
      byte[] json =
          workers.compute(() -> Exchange.jsonBytes(out -> answer.write(exchange, open, out)));
      exchange.bytes("application/json", json);
    };
  }

  /** Returns the properties of the trace; while it is being read, the progress. */
  private void info(Exchange exchange) throws IOException {
    OpenTraces.Reading reading = reading(exchange, "trace");
    if (!reading.isDone() && exchange.parameter("wait").equals("false")) {
      exchange.status(202);
      exchange.json(out -> {
        out.writeStringField("state", "reading");
        out.writeNumberField("share", reading.share());
      });
      return;
    }
    OpenTrace open = reading.await();
    exchange.bytes(
        "application/json", workers.compute(() -> Exchange.jsonBytes(out -> info(open, out))));
  }

  private void info(OpenTrace open, JsonGenerator out) throws IOException {
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
    out.writeBooleanField("sql", questions != null);
    out.writeBooleanField("sources", sources != null);
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
      if (isOffered(format)) {
        out.writeStartObject();
        out.writeStringField("key", format.key());
        out.writeStringField("suffix", format.suffix());
        out.writeStringField("description", format.description());
        out.writeEndObject();
      }
    }
    out.writeEndArray();
  }

  /** A browser takes files, and PNG needs a program that a machine may lack. */
  private static boolean isOffered(ExportFormat format) {
    return !format.isFolder() && format != ExportFormat.PNG;
  }

  private static void activity(Exchange exchange, OpenTrace open, JsonGenerator out)
      throws IOException {
    open.beginTimeline();
    long from = exchange.integer("from", 0, Long.MAX_VALUE, 0);
    long to = exchange.integer("to", from, Long.MAX_VALUE, Long.MAX_VALUE);
    Activity activity = to < Long.MAX_VALUE ? open.activity(from, to) : open.activity();
    Timeline timeline = open.timeline();
    out.writeNumberField("begin", timeline.begin());
    out.writeNumberField("end", timeline.end());
    out.writeArrayFieldStart("threads");
    for (View.Part part : open.view(Filter.ALL).threads()) {
      int[] percents = activity.percents(part.number());
      out.writeStartObject();
      out.writeNumberField("thread", part.number());
      Columns.write(out, "busy", percents.length, i -> percents[i]);
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void flame(Exchange exchange, OpenTrace open, JsonGenerator out)
      throws IOException {
    Selection selection = Selection.of(exchange, open.trace());
    FlameAnswer.write(exchange, open.view(selection.filter()), selection.timing(), out);
  }

  /** A row for each method, class, package or thread: the table of {@code report}. */
  private static void table(Exchange exchange, OpenTrace open, JsonGenerator out)
      throws IOException {
    Selection selection = Selection.of(exchange, open.trace());
    View view = open.view(selection.filter());
    Grouping by = exchange.word("by", Grouping.class, Grouping.METHOD);
    Table table =
        FlatTable.of(view, by, selection.measure(), FlatProfile.Order.EXCLUSIVE, Integer.MAX_VALUE);
    out.writeStringField("time", selection.measure().key());
    table(table, view.methods(), out);
  }

  private static void table(Table table, MethodTable methods, JsonGenerator out)
      throws IOException {
    var names = new Names(methods);
    new TableAnswer(methods, names).write(table, out);
    names.write(out);
  }

  private static void butterfly(Exchange exchange, OpenTrace open, JsonGenerator out)
      throws IOException {
    Selection selection = Selection.of(exchange, open.trace());
    View view = open.view(selection.filter());
    MethodTable methods = view.methods();
    int number = (int) exchange.integer("method", 0, methods.size() - 1, 0);
    Butterfly of = Butterfly.of(view, number, selection.measure());
    Method method = methods.get(number);
    var names = new Names(methods);
    names.number(number);
    out.writeStringField("time", selection.measure().key());
    out.writeStringField("signature", method.fullName());
    out.writeStringField("file", method.file());
    out.writeNumberField("line", method.line());
    out.writeNumberField("calls", of.calls());
    out.writeNumberField("inclusive_ns", of.inclusive());
    out.writeNumberField("exclusive_ns", of.exclusive());
    var tables = new TableAnswer(methods, names);
    out.writeObjectFieldStart("callers");
    tables.write(sides(of.callers(), of, "caller", methods), out);
    out.writeEndObject();
    out.writeObjectFieldStart("callees");
    tables.write(sides(of.callees(), of, "callee", methods), out);
    out.writeEndObject();
    names.write(out);
  }

  private static Table sides(
      List<Butterfly.Side> sides, Butterfly of, String heading, MethodTable methods) {
    return CallTables.sides(methods, sides, of.inclusive(), heading, Integer.MAX_VALUE);
  }

  /** Where in time a method's calls are, and the longest of them. */
  private static void spread(Exchange exchange, OpenTrace open, JsonGenerator out)
      throws IOException {
    Filter filter = Selection.of(exchange, open.trace()).filter();
    View view = open.view(filter);
    int method = (int) exchange.integer("method", 0, view.methods().size() - 1, 0);
    int spans = (int) exchange.integer("spans", 1, OpenTrace.SPANS, 200);
    long end = Math.min(filter.toNanos(), open.timeline().end());
    Spread spread = Spread.of(view, method, filter.fromNanos(), end, spans);
    out.writeNumberField("from", filter.fromNanos());
    out.writeNumberField("to", end);
    if (spread.longestThread() >= 0) {
      out.writeObjectFieldStart("longest");
      out.writeNumberField("thread", spread.longestThread());
      out.writeNumberField("start_ns", spread.longestBegin());
      out.writeNumberField("time_ns", spread.longest());
      out.writeNumberField("cpu_ns", spread.longestCpu());
      out.writeEndObject();
    }
    out.writeArrayFieldStart("threads");
    for (View.Part part : view.threads()) {
      int thread = part.number();
      if (spread.calls(thread) > 0) {
        out.writeStartObject();
        out.writeNumberField("thread", thread);
        out.writeNumberField("calls", spread.calls(thread));
        out.writeNumberField("time_ns", spread.time(thread));
        Columns.write(out, "busy", spans, i -> spread.percent(thread, i));
        out.writeEndObject();
      }
    }
    out.writeEndArray();
  }

  /** How busy the selected threads were together in equal slices of the whole time. */
  private static void heat(Exchange exchange, OpenTrace open, JsonGenerator out)
      throws IOException {
    Filter filter = Selection.of(exchange, open.trace()).filter().atAnyTime();
    long slice = exchange.integer("slice", 1, Long.MAX_VALUE, 20_000_000);
    long end = open.timeline().end();
    int most = MOST_CELLS / open.trace().threads().size();
    int slices = (int) Math.min(Math.min(MOST_SLICES, most), end / slice + 1);
    Activity activity = Activity.of(open.view(filter), 0, slices * slice, slices);
    int[] busy = new int[slices];
    for (View.Part part : open.view(filter).threads()) {
      int[] percents = activity.percents(part.number());
      for (int i = 0; i < slices; i++) {
        busy[i] += percents[i];
      }
    }
    out.writeNumberField("slice", slice);
    out.writeNumberField("end", end);
    Columns.write(out, "busy", slices, i -> busy[i]);
  }

  private static void findings(Exchange exchange, OpenTrace open, JsonGenerator out)
      throws IOException {
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

  private static void calls(Exchange exchange, OpenTrace open, JsonGenerator out)
      throws IOException {
    Trace trace = open.trace();
    Filter filter = Selection.of(exchange, trace).filter();
    long least = exchange.integer("longer", 0, Long.MAX_VALUE, 0);
    int most = (int) exchange.integer("most", 1, MOST_CALLS, 200);
    table(CallTables.longest(trace, filter, least, most), trace.methods(), out);
  }

  private static void exceptions(Exchange exchange, OpenTrace open, JsonGenerator out)
      throws IOException {
    Trace trace = open.trace();
    Filter filter = Selection.of(exchange, trace).filter();
    table(CallTables.exceptions(trace, filter, MOST_PATHS), trace.methods(), out);
  }

  private static void occurrences(Exchange exchange, OpenTrace open, JsonGenerator out)
      throws IOException {
    View view = open.view(Selection.of(exchange, open.trace()).filter());
    List<Integer> methods = Selection.numbers(exchange, "method", view.methods().size());
    if (methods.size() > MOST_METHODS) {
      throw HttpException.badRequest("more than " + MOST_METHODS + " methods");
    }
    var remembered =
        new Occurrences.Remembered(
            (int) exchange.integer("most", 1, MOST_MARKS, 2000),
            exchange.integer("after", Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE),
            exchange.integer("before", Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE),
            exchange.integer("apart", 0, Long.MAX_VALUE / 4, 0));
    Occurrences found = Occurrences.of(view, methods, remembered);
    var names = new Names(view.methods());
    out.writeNumberField("count", found.count());
    Columns.write(out, "thread", found.size(), found::thread);
    Columns.write(out, "depth", found.size(), found::depth);
    Columns.write(out, "begin", found.size(), found::begin);
    Columns.write(out, "method", found.size(), i -> names.number(found.method(i)));
    names.write(out);
  }

  /** Our own layout, not Graphviz's: a server runs no programs for its visitors. */
  private void graph(Exchange exchange) throws IOException {
    OpenTrace open = open(exchange, "trace");
    Selection selection = Selection.of(exchange, open.trace());
    double threshold = exchange.number("threshold", 0, 1, GraphOptions.USUAL.threshold());
    byte[] svg =
        workers.compute(() -> {
          var bytes = new ByteArrayOutputStream();
          View view = open.view(selection.filter());
          CallGraphSvg.write(CallGraph.of(view, selection.timing(), threshold, List.of()), bytes);
          return bytes.toByteArray();
        });
    exchange.bytes("image/svg+xml", svg);
  }

  private void export(Exchange exchange) throws IOException {
    OpenTrace open = open(exchange, "trace");
    ExportFormat format = format(exchange.part("format"));
    Selection selection = Selection.of(exchange, open.trace());
    if (!exports.tryAcquire()) {
      throw new HttpException(503, EXPORTS + " files are being written already; try again");
    }
    try {
      String name = fileName(open.title(), format);
      exchange.header("Content-Disposition", "attachment; filename=\"" + name + "\"");
      var graph = new GraphOptions(GraphOptions.USUAL.threshold(), List.of(), true);
      // As the command writes it, unless the query has a time.
      Timing timing =
          exchange.parameter("time").isEmpty()
              ? Timing.usual(open.trace().info())
              : selection.timing();
      var wanted = new Export(open.trace(), selection.filter(), timing, graph);
      int most = (int) exchange.integer("most", 0, MOST_BYTES, 0);
      if (most > 0) {
        exchange.bytes(type(format), exporters.compute(() -> SmallFile.of(wanted, format, most)));
        return;
      }
      exporters.compute(() -> {
        exchange.stream(type(format), out -> format.write(wanted, out));
        return format;
      });
    } finally {
      exports.release();
    }
  }

  private static ExportFormat format(String key) {
    for (ExportFormat format : ExportFormat.values()) {
      if (format.key().equals(key) && isOffered(format)) {
        return format;
      }
    }
    throw HttpException.notFound("no format '" + key + "'");
  }

  private static String type(ExportFormat format) {
    return switch (format.suffix().substring(format.suffix().lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "svg" -> "image/svg+xml";
      case "json" -> "application/json";
      case "collapsed", "callgrind", "csv", "dot" -> "text/plain; charset=utf-8";
      default -> "application/octet-stream";
    };
  }

  /** Only letters without a special meaning in systems and headers. */
  private static String fileName(String title, ExportFormat format) {
    return title.replaceAll("[^A-Za-z0-9._-]", "_") + format.suffix();
  }
}
