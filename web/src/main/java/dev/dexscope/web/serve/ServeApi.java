package dev.dexscope.web.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.Grant;
import dev.dexscope.web.http.HttpException;
import dev.dexscope.web.http.Routes;
import dev.dexscope.web.http.StaticFiles;
import dev.dexscope.web.store.EntryFacts;
import dev.dexscope.web.store.Receipt;
import dev.dexscope.web.store.StoreEntry;
import dev.dexscope.web.store.StoreLimits;
import dev.dexscope.web.store.StorePicture;
import dev.dexscope.web.store.TraceStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The addresses of a server that keeps traces: upload, list, delete, pictures. {@code openapi.json}
 * describes them.
 *
 * <pre>{@code
 * var routes = new Routes();
 * new ServeApi(store, ServeOptions.USUAL, false).addTo(routes);
 * }</pre>
 */
public final class ServeApi {
  static final String ROOT = "/api/v1/traces";
  private static final String SAMPLE = "art11-threads-buffered.trace";

  /** The share of the memory for pictures that are requested again. */
  private static final int SHARE = 16;

  /** The digits of a run's id, as {@code store ls} prints it. */
  private static final int RUN_DIGITS = 16;

  private final TraceStore store;
  private final ServeOptions options;
  private final boolean hasFleet;
  private final Uploads uploads;
  private final UploadRate rate;
  private final PictureCache pictures = new PictureCache(Runtime.getRuntime().maxMemory() / SHARE);

  /**
   * The API over a store, which stays the caller's to close.
   *
   * @param hasFleet whether the server also has the page of a store of runs
   */
  public ServeApi(TraceStore store, ServeOptions options, boolean hasFleet) {
    this.store = store;
    this.hasFleet = hasFleet;
    this.options = options;
    this.uploads = new Uploads(store);
    this.rate = new UploadRate(options.uploadsPerMinute());
  }

  /** Adds the routes. */
  public void addTo(Routes routes) throws IOException {
    routes.add("POST", ROOT, this::upload);
    routes.add("GET", ROOT, this::list);
    routes.add("GET", ROOT + "/{trace}/entry", this::entry);
    routes.add("DELETE", ROOT + "/{trace}", this::delete);
    routes.add("POST", "/api/v1/sample", this::sample);
    routes.add("GET", "/api/v1/server", this::server);
    new Intake(store, rate).addTo(routes);
    for (StorePicture each : StorePicture.values()) {
      routes.add("GET", "/traces/{trace}/" + each.file(), exchange -> picture(exchange, each));
    }
    new StaticFiles()
        .add(ServeApi.class, "/dev/dexscope/web/openapi.json", "/api/v1/openapi.json")
        .addTo(routes);
  }

  private void upload(Exchange exchange) throws IOException {
    rate.count(exchange);
    Map<String, String> facts = uploads.facts(exchange);
    created(exchange, uploads.take(exchange, facts), !facts.isEmpty());
  }

  /** Adds a sample trace for users without one, as if they had uploaded it. */
  private void sample(Exchange exchange) throws IOException {
    rate.count(exchange);
    try (InputStream in = ServeApi.class.getResourceAsStream(SAMPLE)) {
      if (in == null) {
        throw new IOException("the program lacks its file " + SAMPLE);
      }
      created(exchange, store.add("sample.trace", in), false);
    }
  }

  /** Returns the limits of the server for users before an upload. */
  private void server(Exchange exchange) throws IOException {
    StoreLimits limits = store.limits();
    exchange.json(out -> {
      out.writeBooleanField("listing", options.isListing());
      out.writeNumberField("most_bytes", limits.mostBytes());
      out.writeNumberField("keep_seconds", limits.keepFor().toSeconds());
      out.writeBooleanField("fleet", hasFleet);
    });
  }

  private void created(Exchange exchange, Receipt receipt, boolean isRun) throws IOException {
    String url = url(exchange, receipt.entry());
    exchange.status(201);
    exchange.header("Location", url);
    exchange.json(out -> {
      out.writeStringField("token", receipt.token());
      write(receipt.entry(), url, out);
      if (isRun) {
        out.writeStringField("run", receipt.entry().sha256().substring(0, RUN_DIGITS));
      }
    });
  }

  private String url(Exchange exchange, StoreEntry entry) {
    String base =
        options.url().isEmpty() ? "http://" + exchange.requestHeader("Host") : options.url();
    return base + "/t/" + entry.id();
  }

  private static void write(StoreEntry entry, String url, JsonGenerator out) throws IOException {
    EntryFacts facts = entry.facts();
    out.writeStringField("id", entry.id());
    out.writeStringField("url", url);
    out.writeStringField("title", entry.name());
    out.writeStringField("added", entry.added().toString());
    out.writeNumberField("size", entry.size());
    out.writeStringField("format", facts.format());
    out.writeNumberField("elapsed_ns", facts.elapsedNanos());
    out.writeNumberField("threads", facts.threads());
    out.writeNumberField("methods", facts.methods());
    out.writeNumberField("records", facts.records());
  }

  private void list(Exchange exchange) throws IOException {
    // Otherwise they are found by their links alone.
    Grant grant = exchange.grant();
    List<StoreEntry> all =
        options.isListing() || !grant.key().isEmpty()
            ? store.entries().stream().filter(each -> grant.reads(each.app())).toList()
            : List.of();
    int from = (int) exchange.integer("from", 0, Integer.MAX_VALUE, 0);
    int count = (int) exchange.integer("count", 1, 1000, 100);
    List<StoreEntry> page = all.stream().skip(from).limit(count).toList();
    exchange.json(out -> {
      out.writeNumberField("total", all.size());
      out.writeArrayFieldStart("traces");
      for (StoreEntry entry : page) {
        out.writeStartObject();
        write(entry, url(exchange, entry), out);
        out.writeEndObject();
      }
      out.writeEndArray();
    });
  }

  private StoreEntry find(Exchange exchange) {
    return store
        .entry(exchange.part("trace"))
        .orElseThrow(
            () -> HttpException.notFound("this trace does not exist, or has been deleted"));
  }

  private void entry(Exchange exchange) throws IOException {
    StoreEntry entry = find(exchange);
    exchange.json(out -> write(entry, url(exchange, entry), out));
  }

  private void delete(Exchange exchange) throws IOException {
    StoreEntry entry = find(exchange);
    // KeyRules have looked at the application.
    if (!exchange.grant().key().isEmpty()) {
      store.delete(entry.id());
      exchange.empty(204);
      return;
    }
    String token = ownerToken(exchange);
    if (token.isEmpty()) {
      throw new HttpException(401, "the owner's token deletes: Authorization: Bearer TOKEN");
    }
    if (!store.delete(entry.id(), token)) {
      throw new HttpException(403, "this is not the token of the trace's owner");
    }
    exchange.empty(204);
  }

  /** On a private server Authorization has the server's token. */
  private static String ownerToken(Exchange exchange) {
    String own = exchange.requestHeader("Owner-Token");
    String bearer = exchange.requestHeader("Authorization");
    return own.isEmpty() && bearer.startsWith("Bearer ") ? bearer.substring(7).strip() : own;
  }

  private void picture(Exchange exchange, StorePicture which) throws IOException {
    StoreEntry entry = find(exchange);
    Path file =
        store
            .picture(entry.id(), which)
            .orElseThrow(() -> HttpException.notFound("this trace has been deleted"));
    String tag = '"' + entry.sha256().substring(0, 16) + '"';
    exchange.header("ETag", tag);
    exchange.header("Cache-Control", "no-cache");
    if (exchange.requestHeader("If-None-Match").equals(tag)) {
      exchange.empty(304);
      return;
    }
    PictureCache.Picture picture = pictures.get(file);
    exchange.packed(which.type(), picture.packed(), picture.plain());
  }
}
