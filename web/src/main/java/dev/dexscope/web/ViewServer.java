package dev.dexscope.web;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.Limits;
import dev.dexscope.web.http.Routes;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.web.traces.Bounds;
import dev.dexscope.web.traces.Sources;
import dev.dexscope.web.traces.TraceApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Shows traces to the user who started it, on a page of this machine that only they can open.
 *
 * <pre>{@code
 * try (WebServer server = ViewServer.start(List.of(Path.of("app.trace")), 0)) {
 *   open(server.address());
 *   server.await();
 * }
 * }</pre>
 */
public final class ViewServer {
  private ViewServer() {}

  /**
   * Starts the server; the first trace is read at once, others on request.
   *
   * @param port 0 for any free port
   */
  public static WebServer start(List<Path> files, int port) throws IOException {
    return start(files, new Sources(List.of()), port);
  }

  /**
   * The same with sources beside the traces.
   *
   * @param port 0 for any free port
   */
  public static WebServer start(List<Path> files, Sources sources, int port) throws IOException {
    return start(files, sources, TraceOptions.PLAIN, port);
  }

  /**
   * The same with options for reading the traces.
   *
   * @param port 0 for any free port
   */
  public static WebServer start(List<Path> files, Sources sources, TraceOptions options, int port)
      throws IOException {
    return start(files, sources, options, port, Access.ofOneUser(), DuckDb::require);
  }

  static WebServer start(List<Path> files, int port, Access access, Supplier<DuckDb> duck)
      throws IOException {
    return start(files, new Sources(List.of()), port, access, duck);
  }

  static WebServer start(
      List<Path> files, Sources sources, int port, Access access, Supplier<DuckDb> duck)
      throws IOException {
    return start(files, sources, TraceOptions.PLAIN, port, access, duck);
  }

  private static WebServer start(
      List<Path> files,
      Sources sources,
      TraceOptions options,
      int port,
      Access access,
      Supplier<DuckDb> duck)
      throws IOException {
    var traces = new LocalTraces(files);
    var routes = new Routes();
    Pages.addTrace(routes);
    var api = new TraceApi(traces, Bounds.OF_ONE_USER, duck, sources, options);
    traces.addTo(routes, api::read);
    api.addTo(routes);
    // While the browser starts.
    api.prepare("1");
    routes.add(
        "GET",
        "/",
        exchange -> {
          exchange.header("Location", "/t/1");
          exchange.empty(303);
        });
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return WebServer.start(at, access, Limits.USUAL, routes);
  }
}
