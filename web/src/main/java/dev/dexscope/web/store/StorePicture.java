package dev.dexscope.web.store;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.export.Export;
import dev.dexscope.trace.export.ExportFormat;
import dev.dexscope.trace.export.graph.GraphOptions;
import java.io.IOException;
import java.nio.file.Path;

/** The pictures drawn of each uploaded trace, ready for everyone with the link. */
public enum StorePicture {
  FLAME_SVG("flame.svg", "image/svg+xml", ExportFormat.FLAMESVG),
  FLAME_JSON("flame.json", "application/json", ExportFormat.FLAMEJSON);

  private final String file;
  private final String type;
  private final ExportFormat format;

  StorePicture(String file, String type, ExportFormat format) {
    this.file = file;
    this.type = type;
    this.format = format;
  }

  /** Its name in addresses. */
  public String file() {
    return file;
  }

  /** Returns its media type. */
  public String type() {
    return type;
  }

  static void drawAll(Trace trace, Path folder) throws IOException {
    Clock clock = trace.info().clock();
    boolean isOfOne = trace.threads().size() == 1;
    // Of several threads most wait: elapsed time would be mostly theirs.
    Timing timing = isOfOne ? Timing.usual(clock) : Timing.ofWork(clock);
    var export = new Export(trace, Filter.ALL, timing, GraphOptions.USUAL);
    for (StorePicture each : values()) {
      each.format.write(export, folder.resolve(each.file));
    }
  }
}
