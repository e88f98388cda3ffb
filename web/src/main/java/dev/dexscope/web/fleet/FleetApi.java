package dev.dexscope.web.fleet;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.SqlException;
import dev.dexscope.store.Facts;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.StoreContent;
import dev.dexscope.store.fleet.AppVersions;
import dev.dexscope.store.fleet.FleetException;
import dev.dexscope.store.fleet.Regressions;
import dev.dexscope.store.fleet.RunValue;
import dev.dexscope.store.fleet.Selection;
import dev.dexscope.store.fleet.VersionHistory;
import dev.dexscope.store.fleet.VersionPaths;
import dev.dexscope.store.fleet.VersionReport;
import dev.dexscope.trace.MappingFormatException;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Sample;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.http.Routes;
import dev.dexscope.web.traces.PathsAnswer;
import dev.dexscope.web.traces.TraceSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The addresses of the page of an application's runs: its versions, what changed between two of
 * them, and the runs behind that. {@code openapi.json} describes them.
 *
 * <pre>{@code
 * try (var fleet = new FleetApi(RunStore.open(folder), DuckDb::require)) {
 *   fleet.addTo(routes);
 *   ...
 * }
 * }</pre>
 */
public final class FleetApi implements TraceSource, Closeable {
  /** How the ids of runs' traces begin in addresses. */
  private static final String RUN = "run-";

  /** The address of all applications. */
  public static final String ROOT = "/api/v1/fleet";

  /** The address that takes an application's mapping files. */
  public static final String MAPPINGS = ROOT + "/{app}/mappings";

  private static final int MOST_METHODS = 100;
  private static final int MOST_RUNS = 2000;
  private static final long MOST_MAPPING = 64L << 20;
  private static final double CONFIDENCE = 0.95;

  private final RunStore store;
  private final OpenFleets fleets;

  /** A mapping file takes several times its size in memory: one after the other. */
  private final ReentrantLock mapping = new ReentrantLock();

  /**
   * The API over a store.
   *
   * @param duck finds DuckDB at the first question
   */
  public FleetApi(RunStore store, Supplier<DuckDb> duck) {
    this.store = store;
    this.fleets = new OpenFleets(store, duck);
  }

  /** Adds the routes. */
  public void addTo(Routes routes) {
    routes.add("GET", ROOT, this::apps);
    routes.add("GET", ROOT + "/{app}", this::versions);
    routes.add("GET", ROOT + "/{app}/changes", this::changes);
    routes.add("GET", ROOT + "/{app}/history", this::history);
    routes.add("GET", ROOT + "/{app}/paths", this::paths);
    routes.add("GET", ROOT + "/{app}/runs", this::runs);
    routes.add("POST", MAPPINGS, this::keepMapping);
  }

  /** Keeps R8's mapping file of a build: runs that come later get the names of the source. */
  private void keepMapping(Exchange exchange) throws IOException {
    String app = exchange.part("app");
    if (!exchange.grant().writes(app)) {
      throw new HttpException(403, "this key is not of that application");
    }
    Path file = Files.createTempFile("dexscope", ".mapping");
    try {
      try (OutputStream out = Files.newOutputStream(file)) {
        exchange.body(MOST_MAPPING).transferTo(out);
      }
      String id = keepMapping(app, file);
      exchange.status(201);
      exchange.json(out -> out.writeStringField("id", id));
    } catch (MappingFormatException e) {
      throw HttpException.badRequest("the body is no mapping file of R8 with '# pg_map_id'");
    } finally {
      Files.delete(file);
    }
  }

  private String keepMapping(String app, Path file) throws IOException {
    mapping.lock();
    try {
      return store.mappings().add(app, file);
    } catch (IllegalArgumentException e) {
      throw HttpException.notFound(String.valueOf(e.getMessage()));
    } finally {
      mapping.unlock();
    }
  }

  /** Finds the kept trace of a run. */
  @Override
  public Optional<Named> find(String id) {
    if (!id.startsWith(RUN)) {
      return Optional.empty();
    }
    String sha256 = id.substring(RUN.length());
    Optional<Path> kept = store.trace(sha256);
    return kept.map(file -> new Named("run " + sha256.substring(0, 16), file));
  }

  /**
   * Returns the application of a run that {@link #find} finds; empty if there is none.
   *
   * @throws IOException if the store cannot be read
   */
  public Optional<String> app(String id) throws IOException {
    return id.startsWith(RUN) ? store.content().app(id.substring(RUN.length())) : Optional.empty();
  }

  private void apps(Exchange exchange) throws IOException {
    Map<String, Integer> runs = new LinkedHashMap<>();
    for (StoreContent.Partition each : store.content().partitions()) {
      if (exchange.grant().reads(each.app())) {
        runs.merge(each.app(), each.runs(), Integer::sum);
      }
    }
    exchange.json(out -> {
      out.writeArrayFieldStart("apps");
      for (Map.Entry<String, Integer> each : runs.entrySet()) {
        out.writeStartObject();
        out.writeStringField("app", each.getKey());
        out.writeNumberField("runs", each.getValue());
        out.writeEndObject();
      }
      out.writeEndArray();
    });
  }

  private void versions(Exchange exchange) throws IOException {
    String app = app(exchange);
    answer(
        exchange,
        app,
        List.of("versions"),
        fleet -> {
          AppVersions all = AppVersions.of(fleet, app);
          return Exchange.jsonBytes(out -> {
            out.writeArrayFieldStart("versions");
            for (Map.Entry<String, Long> each : all.versions().entrySet()) {
              out.writeStartObject();
              out.writeStringField("version", each.getKey());
              out.writeNumberField("runs", each.getValue());
              out.writeEndObject();
            }
            out.writeEndArray();
            out.writeArrayFieldStart("scenarios");
            for (String each : all.scenarios()) {
              out.writeString(each);
            }
            out.writeEndArray();
          });
        });
  }

  private void changes(Exchange exchange) throws IOException {
    Pair pair = pair(exchange);
    answer(
        exchange,
        pair.app(),
        pair.words("changes"),
        fleet -> {
          Selection selection = pair.selection();
          Regressions found =
              Regressions.of(fleet, selection, pair.from(), pair.to(), Criteria.USUAL);
          VersionReport report =
              VersionReport.of(fleet, selection, pair.from(), pair.to(), found, MOST_METHODS);
          return Exchange.jsonBytes(out -> {
            out.writeStringField("time", found.timing().key());
            out.writeNumberField("base_runs", found.base());
            out.writeNumberField("head_runs", found.head());
            out.writeNumberField("strata", found.strata());
            out.writeNumberField("runs_left_out", found.alone());
            out.writeObjectFieldStart("total");
            write(found.comparison().total(), out);
            write(report.runs(), out);
            out.writeEndObject();
            out.writeArrayFieldStart("methods");
            for (Difference each : report.moved()) {
              out.writeStartObject();
              out.writeStringField("method", each.name());
              out.writeStringField("name", ReadableName.of(each.name()));
              write(each, out);
              VersionHistory history = report.methods().get(each.name());
              write(history == null ? new VersionHistory(Map.of()) : history, out);
              out.writeEndObject();
            }
            out.writeEndArray();
          });
        });
  }

  private static void write(Difference each, JsonGenerator out) throws IOException {
    out.writeStringField("verdict", each.verdict().name().toLowerCase(Locale.ROOT));
    out.writeNumberField("base_ns", Math.round(each.base().mean()));
    out.writeNumberField("head_ns", Math.round(each.head().mean()));
    write("change", each.relative(), out);
    write("least", each.shift().isTestable() ? each.least(CONFIDENCE) : Double.NaN, out);
    write("most", each.shift().isTestable() ? each.most(CONFIDENCE) : Double.NaN, out);
    write("p", each.p(), out);
  }

  /** Null for what is not a number: not known, or of nothing. */
  private static void write(String name, double value, JsonGenerator out) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumberField(name, value);
    } else {
      out.writeNullField(name);
    }
  }

  private static void write(VersionHistory history, JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("versions");
    for (Map.Entry<String, Sample> each : history.samples().entrySet()) {
      Sample sample = each.getValue();
      out.writeStartObject();
      out.writeStringField("version", each.getKey());
      out.writeNumberField("runs", sample.runs());
      out.writeNumberField("mean_ns", Math.round(sample.mean()));
      write("half_width_ns", sample.runs() < 2 ? Double.NaN : sample.halfWidth(CONFIDENCE), out);
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void history(Exchange exchange) throws IOException {
    Pair pair = pair(exchange);
    String method = text(exchange, "method");
    answer(
        exchange,
        pair.app(),
        pair.words("history " + method),
        fleet -> {
          VersionHistory history =
              VersionHistory.ofMethod(fleet, pair.selection(), pair.from(), pair.to(), method);
          return Exchange.jsonBytes(out -> {
            out.writeStringField("name", ReadableName.of(method));
            write(history, out);
          });
        });
  }

  private void paths(Exchange exchange) throws IOException {
    Pair pair = pair(exchange);
    answer(
        exchange,
        pair.app(),
        pair.words("paths"),
        fleet -> {
          List<VersionPaths.Path> all =
              VersionPaths.of(fleet, pair.selection(), pair.from(), pair.to()).paths();
          Map<String, Integer> numbers = new LinkedHashMap<>();
          List<PathsAnswer.Node> nodes = new ArrayList<>();
          for (VersionPaths.Path each : all) {
            int name =
                each.caller() < 0
                    ? -1
                    : numbers.computeIfAbsent(each.method(), _ -> numbers.size());
            nodes.add(new PathsAnswer.Node(each.caller(), name, each.base(), each.head()));
          }
          List<String> methods = List.copyOf(numbers.keySet());
          List<String> names = methods.stream().map(ReadableName::of).toList();
          return Exchange.jsonBytes(out -> {
            List<Integer> used = PathsAnswer.write(nodes, names, out);
            out.writeArrayFieldStart("methods");
            for (int each : used) {
              out.writeString(methods.get(each));
            }
            out.writeEndArray();
          });
        });
  }

  private void runs(Exchange exchange) throws IOException {
    Pair pair = pair(exchange);
    String method = text(exchange, "method");
    answer(
        exchange,
        pair.app(),
        pair.words("runs " + method),
        fleet -> {
          List<RunValue> all =
              RunValue.of(
                  fleet,
                  pair.selection(),
                  pair.from(),
                  pair.to(),
                  method.isEmpty() ? null : method);
          return Exchange.jsonBytes(out -> {
            out.writeNumberField("total", all.size());
            out.writeArrayFieldStart("runs");
            for (RunValue each : all.subList(0, Math.min(MOST_RUNS, all.size()))) {
              out.writeStartObject();
              out.writeStringField("run", each.sha256().substring(0, 16));
              out.writeStringField("version", each.version());
              out.writeStringField("kind", each.kind());
              out.writeStringField("file", each.file());
              out.writeNumberField("time_ns", each.time());
              if (store.trace(each.sha256()).isPresent()) {
                out.writeStringField("trace", RUN + each.sha256());
              }
              out.writeEndObject();
            }
            out.writeEndArray();
          });
        });
  }

  private void answer(
      Exchange exchange, String app, List<String> words, OpenFleets.Question question)
      throws IOException {
    try {
      exchange.bytes("application/json", fleets.ask(app, words, question));
    } catch (MissingToolException e) {
      throw new HttpException(501, String.valueOf(e.getMessage()));
    } catch (FleetException e) {
      throw HttpException.notFound(String.valueOf(e.getMessage()));
    } catch (SqlException e) {
      throw new HttpException(503, String.valueOf(e.getMessage()));
    }
  }

  private String app(Exchange exchange) throws IOException {
    String app = exchange.part("app");
    boolean isThere =
        store.content().partitions().stream().anyMatch(each -> each.app().equals(app));
    if (!isThere || !exchange.grant().reads(app)) {
      throw HttpException.notFound("the store has no runs of " + app);
    }
    return app;
  }

  /** Two versions of an application, and which of their runs. */
  private record Pair(String app, String from, String to, Selection selection) {
    List<String> words(String question) {
      return List.of(question, from, to, selection.toString());
    }
  }

  private Pair pair(Exchange exchange) throws IOException {
    String app = app(exchange);
    Map<String, String> facts = new HashMap<>(Map.of("app", app));
    if (!exchange.parameters("scenario").isEmpty()) {
      facts.put("scenario", text(exchange, "scenario"));
    }
    List<String> by =
        exchange.parameters("by").isEmpty() ? List.of("device", "api") : exchange.parameters("by");
    for (String each : by) {
      if (!Facts.NAMES.contains(each)) {
        throw HttpException.badRequest("no fact " + each);
      }
    }
    return new Pair(
        app,
        text(exchange, "from"),
        text(exchange, "to"),
        new Selection(facts, by, null, exchange.parameter("inclusive").equals("true")));
  }

  /** No name has what an engine might not take for a text. */
  private static String text(Exchange exchange, String name) {
    String text = exchange.parameter(name);
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw HttpException.badRequest(name + " has control characters");
    }
    return text;
  }

  @Override
  public void close() {
    fleets.close();
  }
}
