package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.store.Adding;
import dev.dexscope.store.Facts;
import dev.dexscope.store.RunStore;
import dev.dexscope.trace.TraceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The store to which a command adds the runs that it has measured, and what is known of them. */
public final class StoreOptions {
  @Option(
      names = "--store",
      paramLabel = "FOLDER",
      description = "Also add the runs to this store, with the facts below (docs/store.md).")
  @Nullable Path folder;

  @Mixin RunOptions run = new RunOptions();

  /** Returns whether runs are added. */
  public boolean isAsked() {
    return folder != null;
  }

  /**
   * Fails if the runs could not be added: measuring takes its time.
   *
   * @param known facts by their names, for those that have no option
   */
  public void check(Map<String, String> known) throws IOException {
    if (folder == null) {
      if (!run.given().isEmpty()) {
        throw CliException.usage(
            "facts of a run without a store: " + String.join(", ", run.given().keySet()),
            "name the store with --store");
      }
      return;
    }
    if (facts(known).app().isEmpty()) {
      throw CliException.usage("the run's application is not known", "name it with --app");
    }
    RunStore.open(folder);
  }

  private Facts facts(Map<String, String> known) {
    return RunOptions.facts(run.given()).orElse(RunOptions.facts(known));
  }

  /** Adds the runs of these traces, if there is a store. */
  public void add(Terminal terminal, List<Path> traces, Map<String, String> known)
      throws IOException {
    if (folder == null || traces.isEmpty()) {
      return;
    }
    Facts facts = facts(known);
    int added = 0;
    try (Adding adding = RunStore.open(folder).adding(false)) {
      for (Path each : traces) {
        added += adding.add(each, TraceOptions.PLAIN, facts, DisplayOfRun.of(each)) ? 1 : 0;
      }
    }
    terminal.out().println("store        " + folder + ", " + added + " added");
  }
}
