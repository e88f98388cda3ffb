package dev.dexscope.cli.traces;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.dmtracedump.DifferenceReport;
import dev.dexscope.trace.dmtracedump.Graph;
import dev.dexscope.trace.dmtracedump.RecordDump;
import dev.dexscope.trace.dmtracedump.Report;
import dev.dexscope.trace.dmtracedump.TraceviewRecords;
import dev.dexscope.trace.export.graph.Graphviz;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope dmtracedump}: the options and the output of Android's program of that name. */
@Command(
    name = "dmtracedump",
    description =
        "Prints a trace like Android's dmtracedump, for scripts that were written for" + " it.",
    footer = {
      "",
      "It shows CPU time only; report and convert show more.",
      "",
      "Examples:",
      "  dexscope dmtracedump app.trace",
      "  dexscope dmtracedump -h app.trace > app.html",
      "  dexscope dmtracedump -o app.trace | head -50",
      "  dexscope dmtracedump -d before.trace after.trace",
      "  dexscope dmtracedump -g app.png -t 10 app.trace",
    })
public final class DmtracedumpCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TRACE", description = "A Traceview file, versions 1 to 3.")
  Path file = Path.of("");

  @Option(names = "-h", description = "Write HTML.")
  boolean html;

  @Option(names = "-o", description = "Print the records.")
  boolean records;

  @Option(
      names = "-d",
      paramLabel = "BASE",
      description = "Print the difference from this trace to TRACE.")
  @Nullable Path base;

  @Option(
      names = "-s",
      paramLabel = "URL",
      description = "The address before sortable.js in the HTML.")
  String sortable = "(null)";

  @Option(
      names = "-g",
      paramLabel = "PNG",
      description = "Draw the call graph into this file too; needs Graphviz.")
  @Nullable Path graph;

  @Option(names = "-k", description = "With -g: keep the graph's source as PNG.dot.")
  boolean keep;

  @Option(
      names = "-t",
      paramLabel = "PERCENT",
      description =
          "With -g: omit methods with a smaller share of their caller's time; 0 to 99, default"
              + " ${DEFAULT-VALUE}.")
  int threshold = Graph.DEFAULT_THRESHOLD;

  // As -h is taken, the help of all other commands does not come by itself.
  @Option(names = "--help", usageHelp = true, description = "Show this help message and exit.")
  boolean help;

  private final Terminal terminal;

  public DmtracedumpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    TraceviewRecords trace = open(file);
    if (records) {
      RecordDump.write(trace, terminal.out());
    } else if (base != null) {
      difference(base, trace);
    } else {
      report(trace);
    }
    return ExitCode.DONE.code();
  }

  private static TraceviewRecords open(Path path) throws IOException {
    return TraceviewRecords.open(InputFile.check(path));
  }

  private void difference(Path first, TraceviewRecords second) throws IOException {
    TraceviewRecords records = open(first);
    if (html) {
      DifferenceReport.writeHtml(
          records, first.toString(), second, file.toString(), sortable, terminal.out());
    } else {
      DifferenceReport.writeText(records, second, terminal.out());
    }
  }

  private void report(TraceviewRecords trace) throws IOException {
    if (graph != null) {
      draw(trace, graph);
    }
    if (html) {
      Report.writeHtml(trace, sortable, terminal.out());
    } else {
      Report.writeText(trace, terminal.out());
    }
  }

  private void draw(TraceviewRecords trace, Path picture) throws IOException {
    Path text = Path.of(picture + ".dot");
    OutputFile.checkApart(picture, List.of(file));
    OutputFile.checkApart(text, List.of(file));
    Graphviz.Source source = out -> Graph.write(trace, threshold, out);
    if (keep) {
      OutputFile.write(text, source::write);
    }
    Path graphviz = Graphviz.require();
    OutputFile.write(picture, out -> Graphviz.draw(graphviz, "png", source, out));
  }
}
