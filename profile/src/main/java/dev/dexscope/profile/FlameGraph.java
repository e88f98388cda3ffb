package dev.dexscope.profile;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.export.Export;
import dev.dexscope.trace.export.ExportFormat;
import dev.dexscope.trace.export.graph.GraphOptions;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** The flame graph in the folder of a profile. */
final class FlameGraph {
  private static final String FILE = "flame.html";

  private FlameGraph() {}

  static Path in(Path folder) {
    return folder.resolve(FILE);
  }

  /** Draws a part of a trace. */
  static void draw(Trace trace, Filter filter, Path file) throws IOException {
    Timing timing = Timing.ofWork(trace.info().clock());
    ExportFormat.FLAME.write(new Export(trace, filter, timing, GraphOptions.USUAL), file);
  }

  /** Reads a trace and draws it into a folder. */
  static Trace draw(Path trace, Path folder, LongConsumer progress) throws IOException {
    Trace read = TraceReader.open(trace, TraceOptions.PLAIN.withProgress(progress));
    ExportFormat.FLAME.write(Export.of(read), in(folder));
    return read;
  }
}
