package dev.dexscope.cli.traces;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for reading traces; the same for every command on traces. */
public final class TraceInput {
  /** The name of standard input, for people. */
  public static final String STANDARD_INPUT = "standard input";

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description =
          "A ProGuard or R8 mapping file: shows the names of the source. Or a folder of R8's, where the"
              + " trace's id finds its own.")
  @Nullable Path mapping;

  @Option(
      names = "--without-clock",
      description = "Subtract the cost of reading the clock, as the trace records it.")
  boolean withoutClock;

  @Option(
      names = "--event",
      paramLabel = "KIND",
      description =
          "The kind of samples, for profiles with several: cpu, wall, alloc, lock or calls of a JFR"
              + " recording, an event of perf, a type of pprof and OTLP; slices, samples, heap, alloc"
              + " or async of Perfetto.")
  String event = "";

  /** Returns whether a parameter is not a file, but standard input. */
  public static boolean isStandardInput(Path file) {
    return file.toString().equals("-");
  }

  Trace open(Terminal terminal, Path file) throws IOException {
    return open(terminal, file, options());
  }

  /** Opens a trace of which only the sums by method are shown. */
  Trace openWithoutPaths(Terminal terminal, Path file) throws IOException {
    return open(terminal, file, options().withoutPaths(true));
  }

  private static Trace open(Terminal terminal, Path file, TraceOptions options) throws IOException {
    boolean isStream = isStandardInput(file);
    long size = isStream ? 0 : Files.size(InputFile.check(TraceReader.file(file)));
    try (var progress = new Progress(terminal, "reading " + file, size)) {
      TraceOptions reporting = options.withProgress(progress::at);
      return isStream
          ? TraceReader.open(System.in, STANDARD_INPUT, reporting)
          : TraceReader.open(file, reporting);
    }
  }

  /**
   * The same options, for those who open traces by themselves.
   *
   * @throws IOException if the mapping cannot be read
   */
  public TraceOptions options() throws IOException {
    Path map = mapping;
    if (map != null && !Files.isDirectory(map)) {
      map = InputFile.check(map);
    }
    return new TraceOptions(map, withoutClock, event, false, _ -> {});
  }
}
