package dev.dexscope.cli.traces;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.store.fleet.DisplayTables;
import dev.dexscope.store.fleet.Fleet;
import dev.dexscope.store.fleet.FleetTables;
import dev.dexscope.store.fleet.Owners;
import dev.dexscope.store.fleet.Selection;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.answer.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The questions of {@code fleet} whose answer is a table. */
enum TableQuestion {
  TREND,
  TOP,
  PERCENTILES,
  OUTLIERS,
  STARTUP,
  FRAMES;

  static Optional<TableQuestion> of(String word) {
    return Arrays.stream(values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst();
  }

  /**
   * Answers it.
   *
   * @param facts of the runs
   * @param method null where none is named
   */
  Table answer(
      Fleet fleet, FleetOptions options, Map<String, String> facts, @Nullable String method)
      throws IOException {
    return switch (this) {
      case TREND ->
          FleetTables.trend(
              fleet, alike(options, facts), String.valueOf(method), options.criteria());
      case TOP -> top(fleet, options, facts);
      case PERCENTILES -> FleetTables.percentiles(fleet, options.selection(facts), method);
      case OUTLIERS -> FleetTables.outliers(fleet, alike(options, facts), options.limit());
      case STARTUP -> DisplayTables.startup(fleet, alike(options, facts), options.criteria());
      case FRAMES -> DisplayTables.frames(fleet, alike(options, facts), options.criteria());
    };
  }

  private static Selection alike(FleetOptions options, Map<String, String> facts) {
    return options.selection(facts, "device", "api");
  }

  private static Table top(Fleet fleet, FleetOptions options, Map<String, String> facts)
      throws IOException {
    String unit = options.by == null ? "method" : String.join(",", options.by);
    var all = new Selection(facts, List.of(), options.clock, options.inclusive);
    Path owners = options.owners;
    if (unit.equals("owner") && owners != null) {
      return FleetTables.top(fleet, all, Owners.read(InputFile.check(owners)), options.limit());
    }
    try {
      Grouping group = Grouping.valueOf(unit.toUpperCase(Locale.ROOT));
      return FleetTables.top(fleet, all, group, options.limit());
    } catch (IllegalArgumentException e) {
      throw CliException.usage(
          "no " + unit, "--by has method, class, package or thread; owner with --owners FILE");
    }
  }
}
