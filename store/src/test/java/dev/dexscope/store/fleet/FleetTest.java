package dev.dexscope.store.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.Rows;
import dev.dexscope.sql.SqlException;
import dev.dexscope.sql.TableDatabase;
import dev.dexscope.sql.TraceDatabase;
import dev.dexscope.store.AlertRule;
import dev.dexscope.store.Display;
import dev.dexscope.store.Facts;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.SimulatedRun;
import dev.dexscope.store.StoreFormatException;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.analysis.Criteria;
import dev.dexscope.trace.analysis.Difference;
import dev.dexscope.trace.analysis.Difference.Verdict;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.trace.read.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Questions about simulated runs with known changes, and about real traces beside DuckDB's sums.
 */
@NeedsPeer(Peer.DUCKDB_JAR)
class FleetTest {
  private static final int RUNS = 40;
  private static final int METHODS = 60;
  private static final long BUDGET = 16_666_667;

  /** The CPU time of each version's frames. */
  private static final Map<String, List<Long>> FRAMES = new HashMap<>();

  private static final String REGRESSED = "org.example.Type3.work3(I)V";
  private static final Map<String, String> APP = Map.of("app", "org.example");
  private static final Selection USUAL = new Selection(APP, List.of("device", "api"), null, false);

  /** Machines of different speed, and how often each is among the runs of a version. */
  private static final String[][] DEVICES = {
    {"quick", "slow", "slow", "tablet"}, {"quick", "quick", "slow", "tablet"}
  };

  @TempDir private static Path folder;
  private static Fleet fleet;

  @BeforeAll
  static void open() throws IOException {
    RunStore store = RunStore.init(folder.resolve("store"));
    var random = new Random(7);
    var display = new Random(8);
    Path trace = folder.resolve("simulated.trace");
    try (var adding = store.adding(false)) {
      for (int version = 0; version < 3; version++) {
        for (int run = 0; run < RUNS; run++) {
          String device = DEVICES[version % 2][run % 4];
          double speed = device.equals("quick") ? 1 : device.equals("slow") ? 4 : 2;
          SimulatedRun.write(
              trace, 1_700_000_000_000_000L + 1000L * version + run, times(version, speed, random));
          Facts facts =
              Facts.of(
                  Map.of(
                      "app",
                      "org.example",
                      "version",
                      "2." + (8 + version),
                      "device",
                      device,
                      "api",
                      "35"));
          adding.add(trace, TraceOptions.PLAIN, facts, display(version, speed, display));
        }
      }
      SimulatedRun.write(trace, 1, times(0, 20, random));
      adding.add(
          trace,
          TraceOptions.PLAIN,
          Facts.of(Map.of("app", "org.example", "version", "2.8", "device", "quick", "api", "35")));
      for (Path each : RealTraces.readable()) {
        adding.add(each, TraceOptions.PLAIN, Facts.of(Map.of("app", "real")));
      }
    }
    fleet =
        Fleet.open(
            TableDatabase.start(new DuckDb(Peer.DUCKDB_JAR.path()), Fleet.MEMORY), store, null);
  }

  /** From version 2.10 on a method takes 30 % more. */
  private static long[] times(int version, double speed, Random random) {
    long[] times = new long[METHODS];
    double machine = speed * Math.exp(0.05 * random.nextGaussian());
    for (int i = 0; i < times.length; i++) {
      double effect = version >= 2 && i == 3 ? 1.3 : 1;
      double noise = Math.exp(0.08 * random.nextGaussian());
      times[i] = Math.round(10_000 * machine * effect * noise);
    }
    return times;
  }

  /** In version 2.9 starts and frames take 30 % more; every tenth frame is slow there. */
  private static Display display(int version, double speed, Random random) {
    double effect = speed * (version == 1 ? 1.3 : 1);
    List<Display.Frame> frames = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      long cpu = Math.round(1000 * effect * Math.exp(0.05 * random.nextGaussian()));
      long draw = version == 1 && i == 0 ? BUDGET : cpu / 2;
      frames.add(new Display.Frame("Main", i, 2 * cpu, 1, 2, cpu, draw));
      FRAMES.computeIfAbsent("2." + (8 + version), _ -> new ArrayList<>()).add(3 + cpu + draw);
    }
    long initial = Math.round(1e6 * effect * Math.exp(0.05 * random.nextGaussian()));
    boolean isReported = random.nextInt(4) > 0;
    return new Display(initial, isReported ? 2 * initial : -1, BUDGET, frames);
  }

  private static Owners owners(String rules) throws IOException {
    return Owners.read(Files.writeString(folder.resolve("owners.txt"), rules));
  }

  @Test
  void theLastRuleThatMatchesNamesTheOwner() throws IOException {
    Selection all = new Selection(APP, List.of(), null, false);
    Map<String, Double> classes = new HashMap<>();
    Table byClass = FleetTables.top(fleet, all, Grouping.CLASS, 100);
    for (int i = 0; i < byClass.size(); i++) {
      classes.put(
          String.valueOf(column(byClass, "class").get(i)),
          Double.valueOf(column(byClass, "total_ns").get(i) + ""));
    }
    Owners rules =
        owners(
            """
            # who
            org.example  @all of us
            org.example.Type1 it's
            org.example.Type2 gone

            org.example.Type2 @two
            org.example.Typ @none
            *3 @x
            """);
    Table top = FleetTables.top(fleet, all, rules, 10);

    Map<String, Double> expected = new HashMap<>();
    classes.forEach((name, time) ->
        expected.merge(
            switch (name) {
              case "org.example.Type1" -> "it's";
              case "org.example.Type2" -> "@two";
              case "org.example.Type3" -> "@x";
              default -> "@all of us";
            },
            time,
            Double::sum));
    Map<String, Double> found = new HashMap<>();
    for (int i = 0; i < top.size(); i++) {
      found.put(
          String.valueOf(column(top, "owner").get(i)),
          Double.valueOf(column(top, "total_ns").get(i) + ""));
    }
    assertThat(found).isEqualTo(expected);
    assertThat(column(FleetTables.top(fleet, all, owners("org.exampl_.Type1 a"), 10), "owner"))
        .containsExactly(Owners.NOBODY);
    for (String each :
        List.of("", "# none\n", "org.example", "a'b c", "a\u001b b", "a b\n".repeat(1001))) {
      assertThatThrownBy(() -> owners(each)).isInstanceOf(StoreFormatException.class);
    }
  }

  @Test
  void startsAndFramesAreComparedByVersions() throws IOException {
    Table starts = DisplayTables.startup(fleet, USUAL, Criteria.USUAL);
    assertThat(column(starts, "display"))
        .containsExactly("initial", "initial", "initial", "full", "full", "full");
    assertThat(column(starts, "version"))
        .containsExactly("2.8", "2.9", "2.10", "2.8", "2.9", "2.10");
    assertThat(column(starts, "runs").subList(0, 3)).containsOnly(RUNS);
    assertThat(column(starts, "verdict"))
        .containsExactly(null, "regressed", "improved", null, "regressed", "improved");
    assertThat(column(starts, "p99_ns"))
        .isSubsetOf(
            ask(
                    "select initial_display from startup_run union all select full_display from"
                        + " startup_run")
                .stream()
                .map(List::getFirst)
                .toList());

    Table frames = DisplayTables.frames(fleet, USUAL, Criteria.USUAL);
    assertThat(column(frames, "version")).containsExactly("2.8", "2.9", "2.10");
    assertThat(column(frames, "verdict")).containsExactly(null, "regressed", "improved");
    assertThat(column(frames, "frames")).containsOnly(10L * RUNS);
    assertThat(column(frames, "slow")).containsExactly(0L, (long) RUNS, 0L);
    assertThat(column(frames, "slow_share")).containsExactly(0.0, 0.1, 0.0);
    for (String percent : List.of("50", "90", "95", "99")) {
      List<Long> expected = new ArrayList<>();
      for (String version : List.of("2.8", "2.9", "2.10")) {
        List<Long> all = FRAMES.getOrDefault(version, List.of()).stream().sorted().toList();
        expected.add(all.get((all.size() * Integer.parseInt(percent) + 99) / 100 - 1));
      }
      assertThat(column(frames, "p" + percent + "_ns")).isEqualTo(expected);
    }
    var real = new Selection(Map.of("app", "real"), List.of(), null, false);
    assertThatThrownBy(() -> DisplayTables.startup(fleet, real, Criteria.USUAL))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("no run has recorded a start");
    assertThatThrownBy(() -> DisplayTables.frames(fleet, real, Criteria.USUAL))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("no run has frames");
  }

  /** Each method of these runs has one call path, so that its time is that of the method. */
  @Test
  void mergedTreesAreMeansOfTheRunsThatAreCompared() throws IOException {
    var inclusive = new Selection(APP, List.of("device", "api"), null, true);
    var all = new Criteria(0.05, 0.1, 0);
    Map<String, Difference> methods = new HashMap<>();
    Regressions found = Regressions.of(fleet, inclusive, "2.9", "2.10", all);
    found.comparison().rows().forEach(each -> methods.put(each.name(), each));
    List<VersionPaths.Path> paths = VersionPaths.of(fleet, inclusive, "2.9", "2.10").paths();

    assertThat(paths.getFirst().caller()).isEqualTo(-1);
    assertThat(paths.getFirst().base())
        .isCloseTo(found.comparison().total().base().mean(), within(1.0));
    assertThat(paths).hasSize(METHODS + 1);
    for (VersionPaths.Path each : paths.subList(1, paths.size())) {
      Difference method = methods.get(each.method());
      assertThat(method).as(each.method()).isNotNull();
      assertThat(each.base()).isCloseTo(method.base().mean(), within(1.0));
      assertThat(each.head()).isCloseTo(method.head().mean(), within(1.0));
      boolean isMain = each.method().contains(".main(");
      assertThat(each.caller()).isEqualTo(isMain ? 0 : 1);
    }

    List<RunValue> runs = RunValue.of(fleet, inclusive, "2.9", "2.10", REGRESSED);
    assertThat(runs).hasSize(found.base() + found.head());
    assertThat(runs.stream().filter(each -> each.version().equals("2.10")))
        .allMatch(each -> each.time() > 0 && each.sha256().length() == 64);
    assertThat(VersionHistory.ofMethod(fleet, inclusive, "2.9", "2.10", REGRESSED).samples())
        .hasEntrySatisfying(
            "2.10",
            sample ->
                assertThat(sample.mean())
                    .isCloseTo(
                        Objects.requireNonNull(methods.get(REGRESSED)).head().mean(), within(1.0)));
    assertThat(AppVersions.of(fleet, "org.example").versions().keySet())
        .containsExactly("2.8", "2.9", "2.10");
  }

  @AfterAll
  static void close() {
    fleet.close();
  }

  private static List<List<@Nullable Object>> ask(String question) throws IOException {
    List<List<@Nullable Object>> all = new ArrayList<>();
    fleet.ask(
        question,
        100_000,
        Duration.ofMinutes(1),
        new Rows() {
          @Override
          public void columns(List<Column> columns) {
            assertThat(columns).isNotEmpty();
          }

          @Override
          public void row(List<@Nullable Object> cells) {
            all.add(new ArrayList<>(cells));
          }
        });
    return all;
  }

  @Test
  void aMethodThatBecameSlowerIsFound() throws IOException {
    Regressions found = Regressions.of(fleet, USUAL, "2.9", "2.10", Criteria.USUAL);

    assertThat(found.timing()).isEqualTo(Timing.WALL);
    assertThat(found.strata()).isEqualTo(3);
    assertThat(found.base()).isEqualTo(RUNS);
    assertThat(found.comparison().regressions())
        .extracting(Difference::name)
        .containsExactly(REGRESSED);
    Difference first = found.comparison().rows().getFirst();
    assertThat(first.name()).isEqualTo(REGRESSED);
    assertThat(Math.exp(first.shift().logs())).isCloseTo(1.3, within(0.05));
  }

  /** The later version has half of the slow devices: without strata that is a change. */
  @Test
  void otherDevicesAreNoChange() throws IOException {
    Regressions apart = Regressions.of(fleet, USUAL, "2.8", "2.9", Criteria.USUAL);
    var together = new Selection(APP, List.of(), null, false);
    Regressions mixed = Regressions.of(fleet, together, "2.9", "2.8", Criteria.USUAL);

    assertThat(apart.comparison().regressions()).isEmpty();
    assertThat(apart.comparison().total().verdict()).isNotEqualTo(Verdict.IMPROVED);
    assertThat(mixed.strata()).isEqualTo(1);
    assertThat(mixed.comparison().total().relative()).isGreaterThan(0.15);
  }

  private static final String MIXED_MEANS =
      """
      with v as (select version, device, m.self_wall as t from method_run m join runs using (run)
          join methods using (method) where name = 'org.example.Type3.work3(I)V'),
        n as (select device, count(*) filter (version = '2.9') as b,
          count(*) filter (version = '2.10') as h from v group by device),
        w as (select device, b * h / (b + h) as w from n)
      select version, printf('%.1f ms', sum(w * mean) / sum(w) / 1e6)
      from (select version, device, avg(t) as mean from v group by all) join w using (device)
      group by version
      """;

  @Test
  void aPageShowsTheMethodsThatMovedInAllVersions() throws IOException {
    Regressions found = Regressions.of(fleet, USUAL, "2.9", "2.10", Criteria.USUAL);
    String page = RegressionPage.of(fleet, USUAL, "2.9", "2.10", found, 5);

    assertThat(page).contains("<title>org.example: 2.9 → 2.10</title>").doesNotContain("<script");
    String row = page.substring(page.indexOf("org.example.Type3.work3(int)"));
    assertThat(row.substring(0, row.indexOf("</tr>"))).contains(">regressed<");
    // Each picture has all versions, in the mixture of devices of the comparison.
    List<List<@Nullable Object>> means = ask(MIXED_MEANS);
    assertThat(means).hasSize(3);
    for (List<@Nullable Object> each : means) {
      assertThat(row).contains(each.get(0) + ": " + each.get(1) + " ± ");
    }
    String whole = page.substring(0, page.indexOf("</svg>"));
    assertThat(whole.split("<circle")).hasSize(1 + 3);
    assertThat(whole.split("class=\"compared\"")).hasSize(1 + 2);
  }

  @Test
  void aPageShowsNamesAsTheyAre() throws IOException {
    RunStore store = RunStore.init(folder.resolve("named"));
    Path trace = folder.resolve("named.trace");
    try (var adding = store.adding(false)) {
      for (int run = 0; run < 6; run++) {
        SimulatedRun.write(trace, 1 + run, 100, 200);
        String version = run % 2 == 0 ? "<b>&1" : "2";
        adding.add(trace, TraceOptions.PLAIN, Facts.of(Map.of("app", "a", "version", version)));
      }
    }
    var all = new Selection(Map.of("app", "a"), List.of(), null, false);
    try (Fleet named =
        Fleet.open(
            TableDatabase.start(new DuckDb(Peer.DUCKDB_JAR.path()), Fleet.MEMORY), store, null)) {
      Regressions found = Regressions.of(named, all, "<b>&1", "2", Criteria.USUAL);
      assertThat(RegressionPage.of(named, all, "<b>&1", "2", found, 5))
          .contains("a: &lt;b&gt;&amp;1 → 2", "None: no change is proven")
          .doesNotContain("<b>");
    }
  }

  @Test
  void whatIsNotThereIsReported() {
    assertThatThrownBy(() -> Regressions.of(fleet, USUAL, "2.8", "9", Criteria.USUAL))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("no runs of version, 9");
    assertThatThrownBy(() -> FleetTables.trend(fleet, USUAL, "nothing", Criteria.USUAL))
        .isInstanceOf(FleetException.class);
    assertThatThrownBy(() ->
            FleetTables.top(
                fleet,
                new Selection(Map.of("app", "x'; select 1"), List.of(), null, false),
                Grouping.METHOD,
                1))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("no such runs");
    assertThatThrownBy(() -> new Selection(APP, List.of("x"), null, false))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<@Nullable Object> column(Table table, String key) {
    int at = table.columns().stream().map(each -> each.key()).toList().indexOf(key);
    List<@Nullable Object> cells = new ArrayList<>();
    for (int i = 0; i < table.size(); i++) {
      cells.add(table.row(i).get(at));
    }
    return cells;
  }

  @Test
  void runsWithoutAVersionAreNotCompared() {
    List<FleetRun> runs = new ArrayList<>();
    for (String version : List.of("", "", "1", "1", "2", "2")) {
      runs.add(new FleetRun(runs.size(), "d", version, "f", Clock.WALL, "traced", 1, 1, 1));
    }
    long[] times = {9_000_000, 9_100_000, 1_000_000, 1_100_000, 1_000_000, 1_100_000};

    assertThat(VersionGroups.of(runs).changes(times, new long[6], Criteria.USUAL))
        .containsOnlyKeys("2");
    assertThatThrownBy(() -> Regressions.of(fleet, USUAL, "", "2.9", Criteria.USUAL))
        .isInstanceOf(FleetException.class)
        .hasMessageStartingWith("runs without a version are not compared");
  }

  @Test
  void aTrendHasVersionsInTheirOrder() throws IOException {
    Table trend = FleetTables.trend(fleet, USUAL, "org.example.Type3.work3", Criteria.USUAL);

    assertThat(column(trend, "version")).containsExactly("2.8", "2.9", "2.10");
    // The outlier of 2.8 is no noise of the others.
    assertThat(column(trend, "verdict")).containsExactly(null, "unchanged", "regressed");
    assertThat(column(trend, "runs")).containsExactly(RUNS + 1, RUNS, RUNS);
    assertThat(column(trend, "calls_mean")).containsOnly(1.0);
  }

  private static Alerts alerts(String... rules) throws IOException {
    String text = "{\"rules\": [" + String.join(",", rules).replace('\'', '"') + "]}";
    Owners owners =
        Owners.read(
            Files.writeString(
                folder.resolve("alerts.owners"),
                """
                *                    @platform
                org.example          @example
                org.*Type3           @three
                org.example.Type4    @four
                """));
    List<AlertRule> read = AlertRule.read(Files.writeString(folder.resolve("rules.json"), text));
    return Alerts.of(fleet, read, owners);
  }

  @Test
  void rulesFindWhatIsProvenInTheLatestVersion() throws IOException {
    Alerts found =
        alerts(
            "{'name': 'a', 'app': 'org.example', 'method': 'org.example.*', 'change': '10%'}",
            "{'name': 'b', 'app': 'org.example', 'method': '*.Type4.*', 'change': '10%'}",
            "{'name': 'c', 'app': 'org.example', 'change': '10%'}",
            "{'name': 'd', 'app': 'org.example', 'method': '*', 'change': '50%'}",
            "{'name': 'e', 'app': 'org.example', 'method': '*', 'change': '10%', 'to': '2.9'}");

    assertThat(found.open()).isEmpty();
    assertThat(found.alerts()).hasSize(1);
    Alert alert = found.alerts().getFirst();
    assertThat(alert.identity()).containsExactly("a", "org.example", "2.9", "2.10", REGRESSED);
    assertThat(alert.text()).contains("a: ", "slower in 2.10 than in 2.9");
    assertThat(alert.after()).isGreaterThan(alert.before());
  }

  @Test
  void rulesOfAnOwnerAreAboutItsMethods() throws IOException {
    Alerts found =
        alerts(
            "{'name': 'a', 'app': 'org.example', 'owner': '@three', 'change': '10%'}",
            "{'name': 'b', 'app': 'org.example', 'owner': '@four', 'change': '10%'}",
            "{'name': 'c', 'app': 'org.example', 'owner': '@three', 'change': '10%',"
                + " 'method': '*.main'}");

    assertThat(found.alerts()).extracting(Alert::rule).containsExactly("a");
    Alert alert = found.alerts().getFirst();
    assertThat(alert.method()).isEqualTo(REGRESSED);
    assertThat(alert.owner()).isEqualTo("@three");
    assertThat(alert.text()).contains("of org.example (@three) is");
  }

  /** As in the questions, which ask the database for the owners of classes. */
  @Test
  void theLastRuleThatMatchesAMethodCounts() throws IOException {
    Owners owners =
        Owners.read(
            Files.writeString(
                folder.resolve("owners"),
                "org.example @example\norg.example.cart @cart\norg.*Dialog @design\n"));

    assertThat(
            List.of(
                    "org.example.Shop.sell(Lorg/example/cart/Cart;)V",
                    "org.example.cart.Cart$Item.add(I)V",
                    "org.example.cart.Dialog.show",
                    "org.example.cart.DialogBase.show()V",
                    "org.examples.Other.run()V",
                    "main")
                .stream()
                .map(owners::ofMethod))
        .containsExactly("@example", "@cart", "@design", "@cart", "", "");
  }

  @Test
  void aBudgetIsThatOfAPercentile() throws IOException {
    Alerts found =
        alerts(
            "{'name': 'a', 'app': 'org.example', 'percentile': 'p90', 'budget_ms': 0}",
            "{'name': 'b', 'app': 'org.example', 'percentile': 'p90', 'budget_ms': 100000}",
            "{'name': 'c', 'app': 'org.example', 'percentile': 'most', 'budget_ms': 0,"
                + " 'method': 'org.example.Type3.work3', 'to': '2.8'}");

    Selection byVersion = new Selection(APP, List.of("version"), null, true);
    assertThat(found.alerts()).extracting(Alert::rule).containsExactly("a", "c");
    assertThat(found.alerts().getFirst().after())
        .isEqualTo(
            number(column(FleetTables.percentiles(fleet, byVersion, null), "p90_ns").get(0)));
    assertThat(found.alerts().getLast().method()).isEqualTo(REGRESSED);
    assertThat(found.alerts().getLast().to()).isEqualTo("2.8");
  }

  @Test
  void aRuleThatCannotBeDecidedIsReported() throws IOException {
    Alerts found =
        alerts(
            "{'name': 'a', 'app': 'org.example', 'change': '10%', 'to': '2.8'}",
            "{'name': 'b', 'app': 'org.example', 'change': '10%', 'to': '7'}",
            "{'name': 'c', 'app': 'org.example', 'percentile': 'p50', 'budget_ms': 1,"
                + " 'method': 'none'}",
            "{'name': 'd', 'app': 'org.example', 'change': '10%', 'scenario': 'none'}");

    assertThat(found.alerts()).isEmpty();
    assertThat(found.open()).hasSize(4);
    assertThat(found.open().getFirst()).contains("a: no version before, 2.8");
  }

  private static long number(@Nullable Object cell) {
    return Long.parseLong(String.valueOf(cell));
  }

  @Test
  void percentilesAreValuesOfRuns() throws IOException {
    var byDevice = new Selection(APP, List.of("device"), null, false);
    Table table = FleetTables.percentiles(fleet, byDevice, null);

    assertThat(column(table, "device")).containsExactly("quick", "slow", "tablet");
    assertThat(column(table, "runs")).containsExactly(41L, 50L, 30L);
    assertThat(column(table, "p50_ns"))
        .isSubsetOf(ask("select wall from runs").stream().map(List::getFirst).toList());
    Table ofMethod = FleetTables.percentiles(fleet, byDevice, "org.example.Type0.main");
    assertThat(column(ofMethod, "runs")).isEqualTo(column(table, "runs"));
    assertThat(
            FleetTables.percentiles(fleet, new Selection(APP, List.of(), null, false), null).size())
        .isEqualTo(1);
  }

  @Test
  void theRunOfAnotherKindStandsOut() throws IOException {
    Table outliers = FleetTables.outliers(fleet, USUAL, 10);

    assertThat(outliers.size()).isGreaterThanOrEqualTo(1);
    assertThat((Double) column(outliers, "factor").getFirst()).isGreaterThan(15);
    assertThat(column(outliers, "version").getFirst()).isEqualTo("2.8");
    assertThat(column(outliers, "method").getFirst().toString()).startsWith("org.example.");
  }

  @Test
  void whatTakesTheTimeAddsUp() throws IOException {
    for (Grouping by : Grouping.values()) {
      Table top = FleetTables.top(fleet, USUAL, by, Integer.MAX_VALUE);
      assertThat(column(top, "share").stream().mapToDouble(each -> (Double) each).sum())
          .isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void versionsAreInTheOrderOfTheirNumbers() {
    List<String> versions =
        new ArrayList<>(List.of("2.10", "2.9", "10", "2.9.1", "", "2.10-rc1", "2.9", "2.010"));
    versions.sort(Versions.ORDER);
    assertThat(versions)
        .containsExactly("", "2.9", "2.9", "2.9.1", "2.10-rc1", "2.010", "2.10", "10");
  }

  /** The rows of {@code method_run} are what DuckDB adds up over all calls of the same traces. */
  @Test
  void methodsHaveWhatTheirCallsHave() throws IOException {
    for (String name : List.of("art11-threads-buffered.trace", "art11-exceptions-buffered.trace")) {
      View view = View.of(TraceReader.open(RealTraces.file(name)), Filter.ALL);
      List<List<@Nullable Object>> expected = new ArrayList<>();
      try (TraceDatabase calls = TraceDatabase.of(new DuckDb(Peer.DUCKDB_JAR.path()), view)) {
        calls.ask(
            CALLS,
            100_000,
            Duration.ofMinutes(1),
            new Rows() {
              @Override
              public void columns(List<Column> columns) {
                assertThat(columns).hasSize(9);
              }

              @Override
              public void row(List<@Nullable Object> cells) {
                expected.add(new ArrayList<>(cells));
              }
            });
      }
      assertThat(expected).hasSizeGreaterThan(100);
      assertThat(ask(methodsOf(name))).isEqualTo(expected);
    }
  }

  /** A call is outermost if no call of its method on its thread contains it. */
  private static final String CALLS =
      """
      with named as (
        select *, class || '.' || method || signature as name,
          regexp_replace(thread, '[0-9]+', '#', 'g') as pool from calls),
      own as (
        select name, pool, count(*) n, sum(exception::int) e, sum(self_wall) sw, sum(self_cpu) sc,
          max(wall) longest,
          list_transform(range(0, 64), lambda d: len(list_filter(list(wall),
            lambda w: case when w = 0 then 0 else len(bin(w)) end = d))) as d
        from named group by all),
      outer_calls as (
        select name, pool, wall, cpu from named c where not exists (
          from named o where o.thread_id = c.thread_id and o.name = c.name and o.depth < c.depth
            and o.start <= c.start and o.start + o.wall >= c.start + c.wall)),
      whole as (select name, pool, sum(wall) w, sum(cpu) c from outer_calls group by all)
      select name, pool, n, e, sw, w, sc, longest,
        array_to_string(d[1:len(d) - coalesce(nullif(list_position(list_transform(
          list_reverse(d), lambda x: x > 0), true), 0), 1) + 1], ' ') as durations
      from own join whole using (name, pool) order by name, pool
      """;

  private static String methodsOf(String file) {
    return """
    select name, thread, m.calls, m.exceptions, m.self_wall, m.wall, m.self_cpu, m.longest,
      array_to_string(durations, ' ')
    from method_run m join methods using (method) join runs using (run)
    where file = '%s' order by name, thread
    """
        .formatted(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "copy runs to 'x.csv'",
        "copy (select 1) to '%1$s'",
        "select 1') ; copy (select 1) to '%1$s'; select ('1",
        "create table t as select 1",
        "drop view runs",
        "set memory_limit = '1GB'",
        "select 1; select 2",
        "from read_text('/etc/passwd')",
        "from '%2$s/store.json'",
        "install httpfs",
      })
  void aUsersQuestionChangesNothing(String question) throws IOException {
    List<Path> files;
    try (var all = Files.walk(folder.resolve("store"))) {
      files = all.filter(each -> each.toString().endsWith(".parquet")).sorted().toList();
    }
    byte[] before = Files.readAllBytes(files.getFirst());
    assertThatThrownBy(() -> ask(question.formatted(files.getFirst(), folder.resolve("store"))))
        .isInstanceOf(SqlException.class);
    assertThat(files.getFirst()).hasBinaryContent(before);
  }

  @Test
  void questionsMayEndWithASemicolon() throws IOException {
    assertThat(ask("select count(*) from runs where app = 'org.example' ;"))
        .containsExactly(List.of(3L * RUNS + 1));
    assertThat(ask("describe runs")).hasSize(24);
    assertThat(ask("select sum(d) from (select unnest(durations) d from method_run)").getFirst())
        .isNotEmpty();
  }
}
