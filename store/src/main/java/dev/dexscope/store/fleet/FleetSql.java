package dev.dexscope.store.fleet;

import dev.dexscope.store.Facts;
import dev.dexscope.trace.analysis.Grouping;
import java.util.Collection;
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
    return fact.equals("api") ? "cast(api as varchar(20))" : fact;
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

  static String versions(Map<String, String> facts) {
    return "select version, scenario, count(*) from runs where "
        + where(facts)
        + " group by version, scenario";
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

  static final String NAMES = "select method, name from methods";

  /** The runs of a question; then whether they are samples, the scenario, and what differs. */
  static String selected(Selection selection, String condition) {
    StringBuilder strata = new StringBuilder();
    selection.by().forEach(fact -> strata.append(", ").append(column(fact)));
    return "select run, sha256, version, file, clock, wall, cpu, calls, sampled, scenario"
        + strata
        + " from runs where "
        + where(selection.facts())
        + " and "
        + condition
        + " order by run";
  }

  /**
   * The methods that have a share of the time of a version in a stratum. What has this share of
   * means over strata has it in one of them at least.
   *
   * @param timing the clock's key
   * @param millionths the share
   */
  static String shared(
      Selection selection, String column, String timing, String condition, long millionths) {
    String group = ", version, scenario, sampled" + facts(selection);
    String keys =
        "version, scenario, sampled"
            + selection.by().stream().map(fact -> ", by_" + fact).collect(Collectors.joining());
    String some = " where " + where(selection.facts()) + " and " + condition;
    String kinds = "select run, wall, cpu" + group + " from runs" + some;
    String totals =
        "select "
            + keys
            + ", "
            + sum(timing)
            + " as total from ("
            + kinds
            + ") as k group by "
            + keys;
    String times =
        "select m.method, "
            + keys
            + ", "
            + sum("m." + column)
            + " as time from method_run m join ("
            + kinds
            + ") as k on m.run = k.run group by m.method, "
            + keys;
    return "m.method in (select t.method from ("
        + times
        + ") as t join ("
        + totals
        + ") as w using ("
        + keys
        + ") where t.time * 1000000 >= w.total * "
        + millionths
        + ")";
  }

  /**
   * The time of each call path in each kind of runs of each version; then whether they are samples,
   * the scenario, and what differs.
   *
   * @param least of the sums that matter
   */
  static String paths(Selection selection, String timing, String condition, long least) {
    String kind =
        "runs.sampled, runs.scenario"
            + selection.by().stream()
                .map(fact -> ", " + column(fact))
                .collect(Collectors.joining());
    return "select m.path, runs.version, "
        + sum("m." + timing)
        + ", "
        + kind
        + " from path_run m join runs on m.run = runs.run where "
        + where(selection.facts())
        + " and "
        + condition
        + " group by m.path, runs.version, "
        + kind
        + " having "
        + sum("m." + timing)
        + " >= "
        + least;
  }

  /** The value of each method in each run, by methods. */
  static String values(Selection selection, String column, String condition) {
    return "select m.method, m.run, cast(sum(m."
        + column
        + ") as bigint), cast(sum(m.calls) as bigint) from method_run m join runs on m.run ="
        + " runs.run where "
        + where(selection.facts())
        + " and "
        + condition
        + " group by m.method, m.run order by m.method, m.run";
  }

  /** The groups with the most time: name, time, calls, runs. */
  static String top(Selection selection, String column, Grouping by, int most) {
    return switch (by) {
      case METHOD -> top(selection, column, by, "names.name", most);
      case CLASS -> top(selection, column, by, "names.class", most);
      case PACKAGE -> top(selection, column, by, "names.package", most);
      case THREAD -> top(selection, column, by, "sums.name", most);
    };
  }

  /** The owners of the classes with the most time. */
  static String top(Selection selection, String column, Owners owners, int most) {
    return top(selection, column, Grouping.CLASS, owners.of("names.class"), most);
  }

  private static String top(
      Selection selection, String column, Grouping by, String name, int most) {
    String key = by == Grouping.THREAD ? "thread" : "method";
    String sums =
        "select m."
            + key
            + " as name, m.run, "
            + sum("m." + column)
            + " as time, "
            + sum("m.calls")
            + " as calls from method_run m join runs on m.run = runs.run where "
            + where(selection.facts())
            + " group by m."
            + key
            + ", m.run";
    return "select "
        + name
        + " as name, sum(sums.time) as time, sum(sums.calls) as calls,"
        + " count(distinct sums.run) as runs from ("
        + sums
        + ") as sums"
        + (by == Grouping.THREAD ? "" : " join methods as names on names.method = sums.name")
        + " group by "
        + name
        + " order by 2 desc, 1 limit "
        + most;
  }

  /** Methods by their name, with or without a signature. */
  static String methodsNamed(String name) {
    return "select method, name from methods where name = "
        + quoted(name)
        + " or concat(class, '.', simple_name) = "
        + quoted(name)
        + " order by name";
  }

  /** The methods that have one of these names, with their signatures. */
  static String methodsWith(List<String> names) {
    String all = names.stream().map(FleetSql::quoted).collect(Collectors.joining(", "));
    return "select method, name from methods where name in (" + all + ")";
  }

  /** The rows of some methods. */
  static String isOneOf(Collection<Long> methods) {
    String all = methods.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    return "m.method in (" + all + ")";
  }

  /** The time of each run, with the facts by which it is grouped. */
  static String timesOfRuns(Selection selection, String column) {
    return "select "
        + column
        + " as time"
        + facts(selection)
        + " from runs where "
        + where(selection.facts());
  }

  /** The same of a method; a run without it took no time in it. */
  static String timesOfMethod(Selection selection, String column, long method) {
    return "select coalesce(m.time, 0) as time"
        + facts(selection)
        + " from runs left join (select run, cast(sum("
        + column
        + ") as bigint) as time from method_run where method = "
        + method
        + " group by run) as m on m.run = runs.run where "
        + where(selection.facts());
  }

  private static String facts(Selection selection) {
    return selection.by().stream()
        .map(fact -> ", " + column(fact) + " as by_" + fact)
        .collect(Collectors.joining());
  }

  static String percentiles(Selection selection, String values) {
    String by = selection.by().stream().map(fact -> ", by_" + fact).collect(Collectors.joining());
    String groups =
        by.isEmpty() ? "" : " group by " + by.substring(2) + " order by " + by.substring(2);
    return "select count(*)"
        + percentile("0.5")
        + percentile("0.9")
        + percentile("0.99")
        + ", max(time)"
        + by
        + " from ("
        + values
        + ") as times"
        + groups;
  }

  private static String percentile(String fraction) {
    // Spark's is a floating-point number, of the value that it found.
    return ", cast(percentile_disc(" + fraction + ") within group (order by time) as bigint)";
  }

  /** The starts of the selected runs. */
  static String starts(Selection selection) {
    return "select s.run, s.initial_display, s.full_display from startup_run s join runs on s.run ="
        + " runs.run where "
        + where(selection.facts())
        + " order by s.run";
  }

  /** The frames of each run: their number, their CPU time, and how many took too long. */
  static String framesOfRuns(Selection selection) {
    return "select f.run, count(*), cast(sum(f.cpu) as bigint), cast(sum(case when f.cpu > f.budget"
        + " then 1 else 0 end) as bigint) from frames_run f join runs on f.run = runs.run where "
        + where(selection.facts())
        + " group by f.run order by f.run";
  }

  /** The CPU time of the frames of each version. */
  static String percentilesOfFrames(Selection selection) {
    return "select version"
        + percentile("0.5")
        + percentile("0.9")
        + percentile("0.95")
        + percentile("0.99")
        + " from (select runs.version, f.cpu as time from frames_run f join runs on f.run ="
        + " runs.run where "
        + where(selection.facts())
        + ") as frames group by version order by version";
  }
}
