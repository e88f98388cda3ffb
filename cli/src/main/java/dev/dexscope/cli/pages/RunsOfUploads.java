package dev.dexscope.cli.pages;

import dev.dexscope.store.Adding;
import dev.dexscope.store.Facts;
import dev.dexscope.store.RunStore;
import dev.dexscope.trace.Trace;
import dev.dexscope.web.store.InspectorMain;
import dev.dexscope.web.store.UploadUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds uploads that name their application to a store of runs: the process that opens a trace of
 * others writes its rows as well.
 */
final class RunsOfUploads {
  private RunsOfUploads() {}

  /** The use of uploads for a store. */
  static UploadUse of(Path store, boolean keepTraces) {
    return new UploadUse(
        Facts.NAMES,
        RunsOfUploads::check,
        RunsOfUploads.class.getName(),
        List.of(store.toAbsolutePath().toString(), Boolean.toString(keepTraces)));
  }

  private static void check(Map<String, String> facts) {
    if (Facts.of(facts).app().isEmpty()) {
      throw new IllegalArgumentException("facts of a run without its application: add app=ID");
    }
  }

  /** The process: its arguments are the store's folder, and whether traces are kept there. */
  public static void main(String[] args) throws IOException {
    var adder = new Adder(Path.of(args[0]), Boolean.parseBoolean(args[1]));
    InspectorMain.run(adder::add);
  }

  /** Adds one run after the other; the store remembers what it has read. */
  private static final class Adder {
    private final Path folder;
    private final boolean keepTraces;
    private @Nullable RunStore store;

    Adder(Path folder, boolean keepTraces) {
      this.folder = folder;
      this.keepTraces = keepTraces;
    }

    void add(Trace trace, Path file, String name, Map<String, String> facts) throws IOException {
      RunStore open = store == null ? RunStore.open(folder) : store;
      store = open;
      try (Adding adding = open.adding(keepTraces)) {
        adding.add(trace, file, name, Facts.of(facts));
      }
    }
  }
}
