package dev.dexscope.web;

import dev.dexscope.monitor.watch.Monitor;
import dev.dexscope.sql.DuckDb;
import dev.dexscope.web.http.Access;
import dev.dexscope.web.http.Limits;
import dev.dexscope.web.http.Routes;
import dev.dexscope.web.http.StaticFiles;
import dev.dexscope.web.http.WebServer;
import dev.dexscope.web.monitor.MonitorApi;
import dev.dexscope.web.traces.Bounds;
import dev.dexscope.web.traces.TraceApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Shows live VMs to the user who started it; traces that they record there open as those of {@link
 * ViewServer} do.
 *
 * <pre>{@code
 * try (WebServer server = MonitorServer.start(monitor, 0)) {
 *   open(server.address());
 *   server.await();
 * }
 * }</pre>
 */
public final class MonitorServer {
  private MonitorServer() {}

  /**
   * Starts.
   *
   * @param monitor what it shows; it stays the caller's to close
   * @param port 0 for any that is free
   */
  public static WebServer start(Monitor monitor, int port) throws IOException {
    return start(monitor, port, Access.ofOneUser());
  }

  static WebServer start(Monitor monitor, int port, Access access) throws IOException {
    Routes routes = routes(monitor);
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return WebServer.start(at, access, Limits.USUAL, routes);
  }

  /** Returns its routes. */
  public static Routes routes(Monitor monitor) throws IOException {
    var traces = new LocalTraces(List.of());
    var routes = new Routes();
    Pages.addMonitor(routes);
    Pages.addTrace(routes);
    var api = new TraceApi(traces, Bounds.OF_ONE_USER, DuckDb::require);
    traces.addTo(routes, api::read);
    api.addTo(routes);
    new MonitorApi(monitor, traces::keep).addTo(routes);
    new StaticFiles()
        .add(MonitorServer.class, "openapi.json", "/api/v1/openapi.json")
        .addTo(routes);
    return routes;
  }
}
