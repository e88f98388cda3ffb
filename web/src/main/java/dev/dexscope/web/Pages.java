package dev.dexscope.web;

import dev.dexscope.web.http.Routes;
import dev.dexscope.web.http.StaticFiles;
import java.io.IOException;

/** The files of the pages, which are made of {@code src/main/page} by {@code scripts/page}. */
public final class Pages {
  /** The address of a trace's page. */
  public static final String TRACE = "/t/{trace}";

  private Pages() {}

  /** Adds the page of a trace, which stands on the routes of {@code TraceApi}. */
  public static void addTrace(Routes routes) throws IOException {
    new StaticFiles()
        .add(Pages.class, "page/trace.html", TRACE)
        .add(Pages.class, "page/trace.js", "/trace.js")
        .add(Pages.class, "page/page.css", "/page.css")
        .add(Pages.class, "page/icon.svg", "/icon.svg")
        .addTo(routes);
  }

  /** Adds the page of live VMs, which stands on the routes of {@code MonitorApi}. */
  public static void addMonitor(Routes routes) throws IOException {
    new StaticFiles()
        .add(Pages.class, "page/monitor.html", "/")
        .add(Pages.class, "page/monitor.js", "/monitor.js")
        .addTo(routes);
  }
}
