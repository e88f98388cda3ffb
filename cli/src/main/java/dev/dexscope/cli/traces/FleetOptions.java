package dev.dexscope.cli.traces;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.store.Facts;
import dev.dexscope.store.fleet.Selection;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Timing;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The subject of the questions of {@code fleet}, and how much of the answers is shown. */
final class FleetOptions {
  @Option(
      names = "--by",
      paramLabel = "FACT,...",
      split = ",",
      description =
          "Facts whose runs are apart: device, api, abi, version, build, day; default: device,api,"
              + " for percentiles none. With top: method, class, package, thread or owner.")
  @Nullable List<String> by;

  @Option(
      names = "--owners",
      paramLabel = "FILE",
      description =
          "With top --by owner and alerts: rules, each a line with a pattern of classes and their"
              + " owner; the last that matches counts.")
  @Nullable Path owners;

  @Option(
      names = "--clock",
      paramLabel = "CLOCK",
      description = "wall or cpu; default: wall if all runs have it.")
  @Nullable Timing clock;

  @Option(names = "--inclusive", description = "Take inclusive instead of exclusive times.")
  boolean inclusive;

  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "Rows to show, for regressions of each end; 0 for all; default ${DEFAULT-VALUE}.")
  int top = 15;

  @Option(
      names = "--share",
      paramLabel = "PERCENT",
      description = "Rows below this share of the whole never fail; default ${DEFAULT-VALUE}.")
  String share = "1%";

  Criteria criteria() {
    return Limits.of(List.of()).criteria(share);
  }

  int limit() {
    return top <= 0 ? Integer.MAX_VALUE : top;
  }

  /**
   * The runs, and the time that counts.
   *
   * @param usual the facts whose runs are apart, unless others are named
   */
  Selection selection(Map<String, String> facts, String... usual) {
    List<String> apart = by == null ? List.of(usual) : by;
    for (String each : apart) {
      if (!Facts.NAMES.contains(each)) {
        throw CliException.usage("no fact " + each, "there are " + String.join(", ", Facts.NAMES));
      }
    }
    return new Selection(facts, apart, clock, inclusive);
  }
}
