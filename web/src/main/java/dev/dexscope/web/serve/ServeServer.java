package dev.dexscope.web.serve;

import dev.dexscope.web.Pages;
import dev.dexscope.web.fleet.FleetApi;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.Limits;
import dev.dexscope.web.http.Routes;
import dev.dexscope.web.http.StaticFiles;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.web.store.TraceStore;
import dev.dexscope.web.traces.Bounds;
import dev.dexscope.web.traces.TraceApi;
import dev.dexscope.web.traces.TraceSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Takes traces of many and shows them.
 *
 * <pre>{@code
 * try (TraceStore store = TraceStore.open(folder, StoreLimits.USUAL);
 *     WebServer server = ServeServer.start(store, at, access, ServeOptions.USUAL)) {
 *   server.await();
 * }
 * }</pre>
 */
public final class ServeServer {
  private ServeServer() {}

  /** Starts; the store stays the caller's to close. */
  public static WebServer start(
      TraceStore store, InetSocketAddress at, Access access, ServeOptions options)
      throws IOException {
    return start(store, null, at, access, options);
  }

  /**
   * The same with the page of a store's runs.
   *
   * @param runs shows them; it stays the caller's to close. Null for none
   */
  public static WebServer start(
      TraceStore store,
      @Nullable FleetApi runs,
      InetSocketAddress at,
      Access access,
      ServeOptions options)
      throws IOException {
    return WebServer.start(at, access, Limits.USUAL, routes(store, runs, options));
  }

  static Routes routes(TraceStore store, @Nullable FleetApi runs, ServeOptions options)
      throws IOException {
    var routes = new Routes();
    routes.check(new KeyRules(store, runs));
    new ServeApi(store, options, runs != null).addTo(routes);
    if (runs != null) {
      runs.addTo(routes);
      new StaticFiles()
          .add(Pages.class, "page/fleet.html", "/fleet")
          .add(Pages.class, "page/fleet.js", "/fleet.js")
          .add(Pages.class, "page/fleet.css", "/fleet.css")
          .addTo(routes);
    }
    new StaticFiles()
        .add(Pages.class, "page/serve.html", "/")
        .add(Pages.class, "page/serve.js", "/serve.js")
        .add(Pages.class, "page/serve.css", "/serve.css")
        .addTo(routes);
    Pages.addTrace(routes);
    new TraceApi(traces(store, runs), Bounds.OF_STRANGERS, null).addTo(routes);
    return routes;
  }

  private static TraceSource traces(TraceStore store, @Nullable FleetApi runs) {
    var stored = new StoredTraces(store);
    return runs == null ? stored : id -> stored.find(id).or(() -> runs.find(id));
  }
}
