package dev.dexscope.cli.traces;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.profile.AppTracks;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Trees;
import dev.dexscope.trace.export.Export;
import dev.dexscope.trace.export.TraceExporter;
import dev.dexscope.trace.export.graph.GraphOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code dexscope convert}: a trace in the format of another tool, or as a picture. */
@Command(
    name = "convert",
    description = "Turns a trace into pictures and into the formats of other tools.")
public final class ConvertCommand implements Callable<Integer> {
  private static final List<String> EXAMPLES =
      List.of(
          "",
          "Examples:",
          "  dexscope convert app.trace -f flame -o flame.html",
          "  dexscope convert app.trace -o app.pb.gz",
          "  dexscope convert app.trace -f flame --thread main --exclude java. -o main.html",
          "  dexscope convert app.trace -f timeline --from 1200 --to 1216 -o frame.svg",
          "  dexscope convert app.trace -f collapsed | flamegraph.pl > flame.svg");

  @Parameters(paramLabel = "TRACE", description = "A method trace.")
  Path file;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      converter = Formats.class,
      completionCandidates = Formats.class,
      description = "One of the formats below. Default: the format of the suffix of OUT.")
  @Nullable TraceExporter asked;

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
          "svg, dot, png: omit methods with a smaller share of the time; default"
              + " ${DEFAULT-VALUE}.")
  double threshold = 5;

  @Option(
      names = {"-k", "--keep"},
      paramLabel = "PREFIX",
      description = "svg, dot, png: keep methods whose name begins with this; may be repeated.")
  List<String> keep = new ArrayList<>();

  @Option(
      names = "--own-layout",
      description = "svg: lay out without Graphviz; the picture is then the same everywhere.")
  boolean ownLayout;

  @Mixin FilterOptions filter = new FilterOptions();

  /** The formats by their keys. */
  static final class Formats implements ITypeConverter<TraceExporter>, Iterable<String> {
    @Override
    public TraceExporter convert(String key) {
      for (TraceExporter each : TraceExporter.all()) {
        if (each.key().equalsIgnoreCase(key)) {
          return each;
        }
      }
      throw new TypeConversionException(
          "expected one of " + String.join(", ", this) + " but was '" + key + "'");
    }

    @Override
    public Iterator<String> iterator() {
      return TraceExporter.all().stream().map(TraceExporter::key).iterator();
    }
  }

  private final Terminal terminal;

  public ConvertCommand(Terminal terminal) {
    this.terminal = terminal;
    this.file = Path.of("");
  }

  /** The table of the formats belongs to the library. */
  @Spec
  void spec(CommandSpec spec) {
    List<String> footer = new ArrayList<>(List.of("", "Formats:"));
    for (TraceExporter each : TraceExporter.all()) {
      footer.add(String.format(Locale.ROOT, "  %-11s %s", each.key(), each.description()));
    }
    footer.addAll(EXAMPLES);
    spec.usageMessage().footer(footer.toArray(String[]::new));
  }

  private TraceExporter format() {
    if (asked != null) {
      return asked;
    }
    if (output == null) {
      throw CliException.usage("no format", "name it with -f, or a file with -o");
    }
    List<TraceExporter> fit = TraceExporter.ofFile(String.valueOf(output.getFileName()));
    if (fit.size() == 1) {
      return fit.getFirst();
    }
    throw CliException.usage(
        fit.isEmpty()
            ? "the name of " + output + " has no known format"
            : output + " may be " + String.join(" or ", fit.stream().map(f -> f.key()).toList()),
        "name it with -f");
  }

  @Override
  public Integer call() throws IOException {
    TraceExporter format = format();
    if (format.isFolder() && output == null) {
      throw CliException.usage("this format is a folder of files", "name it with -o");
    }
    if (output != null) {
      OutputFile.checkApart(output, List.of(file));
    }
    Trace trace = input.open(terminal, file);
    if (format.foldsDeepRecursion() && Trees.isDeep(trace)) {
      terminal
          .err()
          .println("dexscope: deep recursion is folded: each method occurs once on a path");
    }
    var graph = new GraphOptions(threshold / 100, keep, ownLayout);
    var export =
        new Export(trace, filter.of(trace), clock.in(trace), graph, AppTracks.beside(file));
    if (output == null) {
      format.write(export, terminal.out());
    } else {
      format.write(export, output);
    }
    return ExitCode.DONE.code();
  }
}
