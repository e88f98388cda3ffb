package dev.dexscope.web.traces;

import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.Export;
import dev.dexscope.trace.export.ExportFormat;
import dev.dexscope.trace.export.SmallFile;
import dev.dexscope.trace.export.graph.CallGraph;
import dev.dexscope.trace.export.graph.CallGraphSvg;
import dev.dexscope.trace.export.graph.GraphOptions;
import dev.dexscope.web.http.Exchange;
import dev.dexscope.web.http.HttpException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Semaphore;

/** A trace as files: its call graph, and the formats of other tools. */
final class TraceFiles {
  private static final int EXPORTS = 4;

  /** A file of at most so many bytes is made in memory. */
  private static final int MOST_BYTES = 50_000_000;

  private final TraceApi api;
  private final Workers exporters = new Workers(EXPORTS);
  private final Semaphore exports = new Semaphore(EXPORTS);

  TraceFiles(TraceApi api) {
    this.api = api;
  }

  /** Our own layout, not Graphviz's: a server runs no programs for its visitors. */
  void graph(Exchange exchange) throws IOException {
    OpenTrace open = api.open(exchange, "trace");
    Selection selection = Selection.of(exchange, open.trace());
    double threshold = exchange.number("threshold", 0, 1, GraphOptions.USUAL.threshold());
    byte[] svg =
        api.workers()
            .compute(() -> {
              var bytes = new ByteArrayOutputStream();
              View view = open.view(selection.filter());
              CallGraphSvg.write(
                  CallGraph.of(view, selection.timing(), threshold, List.of()), bytes);
              return bytes.toByteArray();
            });
    exchange.bytes("image/svg+xml", svg);
  }

  void export(Exchange exchange) throws IOException {
    OpenTrace open = api.open(exchange, "trace");
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

  /** A browser takes files, and PNG needs a program that a machine may lack. */
  static boolean isOffered(ExportFormat format) {
    return !format.isFolder() && format != ExportFormat.PNG;
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
