package dev.dexscope.web.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.Route;
import dev.dexscope.web.http.Routes;
import java.io.IOException;
import java.util.List;
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

  private final OpenTraces traces;
  private final Mappings mappings;
  private final Screens screens;
  private final Workers workers =
      new Workers(Math.max(2, Runtime.getRuntime().availableProcessors()));
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
    var files = new TraceFiles(this);
    routes.add("GET", ROOT, this::info);
    routes.add("GET", ROOT + "/activity", answering(TimeAnswers::activity));
    routes.add("GET", ROOT + "/timeline", answering(TimelineAnswer::write));
    routes.add("GET", ROOT + "/flame", answering(TraceApi::flame));
    routes.add("GET", ROOT + "/table", answering(TableAnswers::table));
    routes.add("GET", ROOT + "/butterfly", answering(TableAnswers::butterfly));
    routes.add("GET", ROOT + "/spread", answering(TimeAnswers::spread));
    routes.add("GET", ROOT + "/heat", answering(TimeAnswers::heat));
    routes.add("GET", ROOT + "/findings", answering(FindingsAnswer::write));
    routes.add("GET", ROOT + "/calls", answering(TableAnswers::calls));
    routes.add("GET", ROOT + "/exceptions", answering(TableAnswers::exceptions));
    routes.add("GET", ROOT + "/occurrences", answering(TimeAnswers::occurrences));
    routes.add("GET", ROOT + "/graph.svg", files::graph);
    routes.add("GET", ROOT + "/export/{format}", files::export);
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
        "application/json",
        workers.compute(() ->
            Exchange.jsonBytes(
                out -> InfoAnswer.write(open, questions != null, sources != null, out))));
  }

  private static void flame(Exchange exchange, OpenTrace open, JsonGenerator out)
      throws IOException {
    Selection selection = Selection.of(exchange, open.trace());
    FlameAnswer.write(exchange, open.view(selection.filter()), selection.timing(), out);
  }
}
