package dev.dexscope.store.fleet;

import dev.dexscope.store.Facts;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The questions in SQL, in words that DuckDB and Spark share: integers only, sums as decimals of 38
 * digits, which do not overflow, and percentiles that are values of runs.
 */
final class FleetSql {
  private FleetSql() {}

  /** A text in SQL. */
  static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** The runs with these facts, by their names; an empty map has all. */
  static String where(Map<String, String> facts) {
    if (facts.isEmpty()) {
      return "1 = 1";
    }
    return facts.entrySet().stream()
        .map(each -> column(each.getKey()) + " = " + quoted(each.getValue()))
        .collect(Collectors.joining(" and "));
  }

  /** The texts of facts: the level of the interface is a number. */
  static String column(String fact) {
    if (!Facts.NAMES.contains(fact)) {
      throw new IllegalArgumentException("no fact " + fact);
    }
    return fact.equals("api") ? "cast(api as varchar)" : fact;
  }

  static String sum(String column) {
    return "sum(cast(" + column + " as decimal(38, 0)))";
  }

  static String runs(Map<String, String> facts) {
    return "select substr(sha256, 1, 16), day, app, version, build, device, api, scenario, file,"
        + " length, calls, sampled from runs where "
        + where(facts)
        + " order by app, day, version, sha256";
  }

  static String run(String digest) {
    return "select sha256, app, version, build, mapping, device, api, abi, scenario, day, file,"
        + " bytes, format, clock, sampled, repairs, length, threads, calls, wall, cpu from runs"
        + " where sha256 like "
        + quoted(digest + "%")
        + " order by sha256 limit 2";
  }

  static List<String> factsOfRun() {
    return List.of(
        "sha256",
        "app",
        "version",
        "build",
        "mapping",
        "device",
        "api",
        "abi",
        "scenario",
        "day",
        "file",
        "bytes",
        "format",
        "clock",
        "sampled",
        "repairs",
        "length_ns",
        "threads",
        "calls",
        "wall_ns",
        "cpu_ns");
  }
}
