package dev.dexscope.trace.export;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Trees;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.flame.CollapsedStacks;
import dev.dexscope.trace.export.flame.FlameGraph;
import dev.dexscope.trace.export.flame.FlameJson;
import dev.dexscope.trace.export.flame.HtmlReport;
import dev.dexscope.trace.export.graph.CallGraphSvg;
import dev.dexscope.trace.export.graph.Dot;
import dev.dexscope.trace.export.graph.FlameSvg;
import dev.dexscope.trace.export.graph.Graphviz;
import dev.dexscope.trace.export.graph.TimelineSvg;
import dev.dexscope.trace.export.profile.Callgrind;
import dev.dexscope.trace.export.profile.ChromeTrace;
import dev.dexscope.trace.export.profile.Csv;
import dev.dexscope.trace.export.profile.FirefoxProfile;
import dev.dexscope.trace.export.profile.Parquet;
import dev.dexscope.trace.export.profile.Perfetto;
import dev.dexscope.trace.export.profile.Pprof;
import dev.dexscope.trace.export.profile.Speedscope;
import dev.dexscope.trace.export.profile.TauProfile;
import dev.dexscope.trace.export.profile.TauTrace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The formats of this project that a trace is written in.
 *
 * <pre>{@code
 * ExportFormat.FLAME.write(Export.of(trace), Path.of("flame.html"));
 * }</pre>
 */
public enum ExportFormat implements TraceExporter {
  FLAME(
      ".html",
      "interactive flame graph, one HTML file",
      (export, out) -> FlameGraph.write(export.view(), out)),
  HTML(
      ".html",
      "report: tables, callers and callees, threads, one HTML file",
      (export, out) -> HtmlReport.write(export.view(), out)),
  FLAMESVG(
      ".flame.svg",
      "flame graph, a picture without scripts (SVG)",
      (export, out) -> FlameSvg.write(export.view(), export.timing(), out)),
  FLAMEJSON(
      ".flame.json",
      "d3-flame-graph",
      (export, out) -> FlameJson.write(export.view(), export.timing(), out)),
  TIMELINE(".svg", "the calls of each thread over time, a picture (SVG)", ExportFormat::timeline),
  SVG(
      ".svg",
      "call graph, a picture; laid out by Graphviz where it is installed",
      ExportFormat::svg),
  DOT(".dot", "call graph for Graphviz", (export, out) -> Dot.write(export.callGraph(), out)),
  PNG(".png", "call graph, a picture; needs Graphviz", ExportFormat::png),
  COLLAPSED(
      ".collapsed",
      "stacks for flamegraph.pl and tools like it",
      (export, out) -> CollapsedStacks.write(Trees.shallow(export.view()), export.timing(), out)),
  SPEEDSCOPE(
      ".speedscope.json", "speedscope.app", (export, out) -> Speedscope.write(export.view(), out)),
  PPROF(
      ".pb.gz",
      "go tool pprof, Parca, Pyroscope",
      (export, out) -> Pprof.write(Trees.shallow(export.view()), out)),
  PERFETTO(
      ".pftrace",
      "ui.perfetto.dev",
      (export, out) -> Perfetto.write(export.view(), export.tracks(), out)),
  CHROME(
      ".chrome.json", "chrome://tracing", (export, out) -> ChromeTrace.write(export.view(), out)),
  FIREFOX(
      ".firefox.json",
      "profiler.firefox.com",
      (export, out) -> FirefoxProfile.write(export.view(), out)),
  CALLGRIND(
      ".callgrind",
      "KCachegrind, callgrind_annotate",
      (export, out) -> Callgrind.write(export.view(), out)),
  TAU(
      "a folder of TAU profiles: pprof, ParaProf",
      (export, folder) -> TauProfile.write(export.view(), export.timing(), folder)),
  TAUTRACE("a folder with a TAU trace", (export, folder) -> TauTrace.write(export.view(), folder)),
  CSV(".csv", "a row for each call path", (export, out) -> Csv.write(export.view(), out)),
  PARQUET(
      "a folder with two tables: calls.parquet and tree.parquet",
      (export, folder) -> Parquet.write(export.view(), folder));

  private sealed interface Writer {}

  @FunctionalInterface
  private non-sealed interface FileWriter extends Writer {
    void write(Export export, OutputStream out) throws IOException;
  }

  @FunctionalInterface
  private non-sealed interface FolderWriter extends Writer {
    void write(Export export, Path folder) throws IOException;
  }

  private final String suffix;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // A lambda without state.
  private final Writer writer;

  ExportFormat(String suffix, String description, FileWriter writer) {
    this.suffix = suffix;
    this.description = description;
    this.writer = writer;
  }

  ExportFormat(String description, FolderWriter writer) {
    this.suffix = "";
    this.description = description;
    this.writer = writer;
  }

  @Override
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String suffix() {
    return suffix;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public boolean isFolder() {
    return writer instanceof FolderWriter;
  }

  @Override
  public boolean foldsDeepRecursion() {
    return this == COLLAPSED || this == PPROF;
  }

  @Override
  public void write(Export export, Path target) throws IOException {
    switch (writer) {
      case FileWriter file -> OutputFile.write(target, out -> file.write(export, out));
      case FolderWriter folder -> OutputFolder.write(target, into -> folder.write(export, into));
    }
  }

  @Override
  public void write(Export export, OutputStream out) throws IOException {
    switch (writer) {
      case FileWriter file -> file.write(export, out);
      case FolderWriter _ -> throw new IllegalStateException(key() + " is a folder");
    }
  }

  /** Calls that reach over the ends of the span of time are shown whole. */
  private static void timeline(Export export, OutputStream out) throws IOException {
    Filter span = export.filter();
    View view = View.of(export.trace(), span.atAnyTime());
    TimelineSvg.write(view, span.fromNanos(), span.toNanos(), out);
  }

  private static void svg(Export export, OutputStream out) throws IOException {
    Optional<Path> graphviz = export.graph().ownLayout() ? Optional.empty() : Graphviz.find();
    if (graphviz.isPresent()) {
      Graphviz.draw(graphviz.get(), "svg", export.callGraph(), out);
    } else {
      CallGraphSvg.write(export.callGraph(), out);
    }
  }

  private static void png(Export export, OutputStream out) throws IOException {
    Graphviz.draw(Graphviz.require(), "png", export.callGraph(), out);
  }
}
