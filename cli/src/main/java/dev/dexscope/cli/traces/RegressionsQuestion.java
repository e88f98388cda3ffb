package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.store.fleet.RegressionPage;
import dev.dexscope.store.fleet.Regressions;
import dev.dexscope.store.fleet.Selection;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code fleet regressions}: two versions, as {@code diff} compares them. */
final class RegressionsQuestion {
  @Option(names = "--from", paramLabel = "V", description = "The version before.")
  @Nullable String from;

  @Option(names = "--to", paramLabel = "V", description = "The version after.")
  @Nullable String to;

  @Option(
      names = "--fail-on",
      paramLabel = "LIMIT",
      description = "With regressions: as for diff, 10%% or calls:10%%.")
  List<String> failOn = new ArrayList<>();

  @Option(
      names = "--strict",
      description = "With regressions: exit 5 also when a row is above the limit, but not proven.")
  boolean strict;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "With regressions: also write a page with the time of all versions and the methods that"
              + " moved.")
  @Nullable Path html;

  boolean hasPage() {
    return html != null;
  }

  /** Fails unless two versions are named. */
  void check() {
    if (from == null || to == null || from.isEmpty() || to.isEmpty() || from.equals(to)) {
      throw CliException.usage("not two versions", "name them with --from and --to");
    }
  }

  /**
   * Answers it.
   *
   * @param facts of the runs
   */
  ExitCode answer(
      Fleet fleet,
      FleetOptions options,
      Map<String, String> facts,
      Terminal terminal,
      SqlCommand.Form form,
      boolean isRaw)
      throws IOException {
    String before = String.valueOf(from);
    String after = String.valueOf(to);
    Limits limits = Limits.of(failOn);
    Selection selection = options.selection(facts, "device", "api");
    Regressions found =
        Regressions.of(fleet, selection, before, after, limits.criteria(options.share));
    if (html != null) {
      String page = RegressionPage.of(fleet, selection, before, after, found, options.limit());
      OutputFile.write(html, out -> out.write(page.getBytes(StandardCharsets.UTF_8)));
    }
    Judgement judgement = Judgement.of(found.comparison(), limits);
    switch (form) {
      case JSON ->
          Json.print(terminal.out(), out -> write(found, selection, before, after, judgement, out));
      case CSV -> TablePrinter.printCsv(judgement.table(), terminal.out());
      case TABLE -> print(found, selection, judgement, options, terminal, isRaw);
    }
    return judgement.exit(strict);
  }

  private void print(
      Regressions found,
      Selection selection,
      Judgement judgement,
      FleetOptions options,
      Terminal terminal,
      boolean isRaw) {
    PrintStream out = terminal.out();
    out.printf(
        Locale.ROOT,
        "before: %,d runs of %s%n",
        found.base(),
        Terminal.plain(String.valueOf(from)));
    out.printf(
        Locale.ROOT, "after:  %,d runs of %s%n", found.head(), Terminal.plain(String.valueOf(to)));
    out.println(
        (selection.inclusive() ? "inclusive " : "exclusive ")
            + found.timing().words()
            + " of a run; "
            + found.strata()
            + (found.strata() == 1 ? " kind" : " kinds")
            + " of runs by "
            + String.join(", ", selection.by())
            + (found.alone() == 0
                ? ""
                : ", " + found.alone() + " runs without others of their kind")
            + "; "
            + Judgement.words(found.comparison().criteria()));
    out.println();
    judgement.print(out, terminal.columns(), "method", options.top, isRaw);
    judgement.conclude(out);
  }

  private static void write(
      Regressions found,
      Selection selection,
      String before,
      String after,
      Judgement judgement,
      JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("schema", "dexscope-fleet-1");
    out.writeStringField("time", found.timing().key());
    out.writeBooleanField("inclusive", selection.inclusive());
    Judgement.writeNames("strata_by", selection.by(), String::toString, out);
    out.writeStringField("from", before);
    out.writeStringField("to", after);
    out.writeNumberField("base_runs", found.base());
    out.writeNumberField("head_runs", found.head());
    out.writeNumberField("strata", found.strata());
    out.writeNumberField("runs_left_out", found.alone());
    judgement.write(out);
    out.writeEndObject();
  }
}
