package dev.dexscope.cli.traces;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.flame.CollapsedStacks;
import dev.dexscope.trace.export.flame.FlameGraph;
import dev.dexscope.trace.export.flame.HtmlReport;
import dev.dexscope.trace.export.graph.CallGraph;
import dev.dexscope.trace.export.graph.CallGraphSvg;
import dev.dexscope.trace.export.graph.Dot;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope convert}: a trace in the format of another tool, or as a picture. */
@Command(
    name = "convert",
    description = "Turns a trace into pictures and into the formats of other tools.",
    footer = {
      "",
      "Formats:",
      "  flame       interactive flame graph, one HTML file",
      "  html        report: tables, callers and callees, threads, one HTML file",
      "  timeline    what ran when, by thread, a picture (SVG); --from and --to look closer",
      "  svg         call graph, a picture; laid out by Graphviz where it is installed",
      "  dot         call graph for Graphviz",
      "  png         call graph, a picture; needs Graphviz",
      "  collapsed   stacks for flamegraph.pl and its kin",
      "  speedscope  speedscope.app",
      "  pprof       go tool pprof, Parca, Pyroscope",
      "  perfetto    ui.perfetto.dev",
      "  chrome      chrome://tracing",
      "  firefox     profiler.firefox.com",
      "  callgrind   KCachegrind, callgrind_annotate",
      "  tau         a folder of TAU profiles: pprof, ParaProf",
      "  tautrace    a folder with a TAU trace",
      "  csv         a row for each call path",
      "  parquet     a folder with two tables: calls.parquet and tree.parquet",
      "",
      "Examples:",
      "  dexscope convert app.trace -f flame -o flame.html",
      "  dexscope convert app.trace -f flame --thread main --exclude java. -o main.html",
      "  dexscope convert app.trace -f timeline --from 1200 --to 1216 -o frame.svg",
      "  dexscope convert app.trace -f collapsed | flamegraph.pl > flame.svg",
    })
public final class ConvertCommand implements Callable<Integer> {
  /** The formats, by the words of the command line. */
  enum Format {
    FLAME,
    HTML,
    TIMELINE,
    SVG,
    DOT,
    PNG,
    COLLAPSED,
    SPEEDSCOPE,
    PPROF,
    PERFETTO,
    CHROME,
    FIREFOX,
    CALLGRIND,
    TAU,
    TAUTRACE,
    CSV,
    PARQUET;

    boolean isFolder() {
      return this == TAU || this == TAUTRACE || this == PARQUET;
    }
  }

  @Parameters(paramLabel = "TRACE", description = "A method trace.")
  Path file;

  @Option(
      names = {"-f", "--format"},
      required = true,
      paramLabel = "FORMAT",
      description = "One of the formats below.")
  Format format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "The file or folder to write; without it standard output.")
  @Nullable Path output;

  @Mixin ClockOption clock = new ClockOption();

  @Mixin TraceInput input = new TraceInput();

  @Option(
      names = {"-t", "--threshold"},
      paramLabel = "PERCENT",
      description =
          "svg, dot, png: leave out methods with a smaller share of the time; default"
              + " ${DEFAULT-VALUE}.")
  double threshold = 5;

  @Option(
      names = {"-k", "--keep"},
      paramLabel = "PREFIX",
      description = "svg, dot, png: never leave out methods whose name begins so; may be repeated.")
  List<String> keep = new ArrayList<>();

  @Option(
      names = "--own-layout",
      description = "svg: lay out without Graphviz; the picture is then the same everywhere.")
  boolean ownLayout;

  @Mixin FilterOptions filter = new FilterOptions();

  private final Terminal terminal;

  public ConvertCommand(Terminal terminal) {
    this.terminal = terminal;
    this.file = Path.of("");
    this.format = Format.FLAME;
  }

  @Override
  public Integer call() throws IOException {
    if (format.isFolder() && output == null) {
      throw CliException.usage("this format is a folder of files", "name it with -o");
    }
    Trace trace = input.open(terminal, file);
    Timing timing = clock.in(trace);
    // A timeline shows calls whole that reach over the span of time.
    Filter only = format == Format.TIMELINE ? filter.filter().atAnyTime() : filter.filter();
    View view = View.of(trace, only);
    if (output == null) {
      write(view, timing, terminal.out());
    } else if (format.isFolder()) {
      OutputFolder.write(output, folder -> writeInto(view, timing, folder));
    } else {
      OutputFile.write(output, out -> write(view, timing, out));
    }
    return ExitCode.DONE.code();
  }

  private void write(View view, Timing timing, OutputStream out) throws IOException {
    switch (format) {
      case FLAME -> FlameGraph.write(view, out);
      case HTML -> HtmlReport.write(view, out);
      case TIMELINE -> timeline(view, filter.filter(), out);
      case SVG -> svg(graph(view, timing), out);
      case DOT -> Dot.write(graph(view, timing), out);
      case PNG -> png(graph(view, timing), out);
      case COLLAPSED -> CollapsedStacks.write(view, timing, out);
      case SPEEDSCOPE -> Speedscope.write(view, out);
      case PPROF -> Pprof.write(view, out);
      case PERFETTO -> Perfetto.write(view, out);
      case CHROME -> ChromeTrace.write(view, out);
      case FIREFOX -> FirefoxProfile.write(view, out);
      case CALLGRIND -> Callgrind.write(view, out);
      case CSV -> Csv.write(view, out);
      case TAU, TAUTRACE, PARQUET -> throw new IllegalStateException(format + " is a folder");
    }
  }

  private static void timeline(View view, Filter span, OutputStream out) throws IOException {
    TimelineSvg.write(view, span.fromNanos(), span.toNanos(), out);
  }

  private CallGraph graph(View view, Timing timing) {
    return CallGraph.of(view, timing, threshold / 100, keep);
  }

  private void svg(CallGraph graph, OutputStream out) throws IOException {
    Optional<Path> graphviz = ownLayout ? Optional.empty() : Graphviz.find();
    if (graphviz.isPresent()) {
      Graphviz.draw(graphviz.get(), "svg", graph, out);
    } else {
      CallGraphSvg.write(graph, out);
    }
  }

  private static void png(CallGraph graph, OutputStream out) throws IOException {
    Path graphviz = Graphviz.find().orElseThrow(CliException::noGraphviz);
    Graphviz.draw(graphviz, "png", graph, out);
  }

  private void writeInto(View view, Timing timing, Path folder) throws IOException {
    switch (format) {
      case TAU -> TauProfile.write(view, timing, folder);
      case TAUTRACE -> TauTrace.write(view, folder);
      case PARQUET -> Parquet.write(view, folder);
      default -> throw new IllegalStateException(format + " is no folder");
    }
  }
}
