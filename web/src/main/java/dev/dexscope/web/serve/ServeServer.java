package dev.dexscope.web.serve;

import dev.dexscope.web.Pages;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.Limits;
import dev.dexscope.web.http.Routes;
import dev.dexscope.web.http.StaticFiles;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.web.store.TraceStore;
import dev.dexscope.web.traces.Bounds;
import dev.dexscope.web.traces.TraceApi;
import java.io.IOException;
import java.net.InetSocketAddress;

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
    return WebServer.start(at, access, Limits.USUAL, routes(store, options));
  }

  static Routes routes(TraceStore store, ServeOptions options) throws IOException {
    var routes = new Routes();
    new ServeApi(store, options).addTo(routes);
    new StaticFiles()
        .add(Pages.class, "page/serve.html", "/")
        .add(Pages.class, "page/serve.js", "/serve.js")
        .add(Pages.class, "page/serve.css", "/serve.css")
        .addTo(routes);
    Pages.addTrace(routes);
    new TraceApi(new StoredTraces(store), Bounds.OF_STRANGERS, null).addTo(routes);
    return routes;
  }
}
