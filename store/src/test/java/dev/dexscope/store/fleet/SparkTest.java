package dev.dexscope.store.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.TableDatabase;
import dev.dexscope.store.Facts;
import dev.dexscope.store.RunStore;
import dev.dexscope.store.SimulatedRun;
import dev.dexscope.store.StoreContent;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.analysis.Grouping;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Our questions in SQL have the same answers in Apache Spark, which reads the same files: a store
 * can grow beyond one machine.
 */
@FullTier("starts Spark")
@NeedsPeer({Peer.SPARK, Peer.DUCKDB_JAR})
class SparkTest {
  /** Arguments: a file of tables, one of questions, one for the answers; a line for each. */
  private static final String PROGRAM =
      """
      import java.nio.file.*;
      import java.util.*;
      import org.apache.spark.sql.*;

      public class Answers {
        public static void main(String[] args) throws Exception {
          SparkSession spark = SparkSession.builder().appName("answers").master("local[2]")
              .config("spark.ui.enabled", "false").config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.driver.host", "127.0.0.1").config("spark.sql.shuffle.partitions", "4")
              .config("spark.log.level", "ERROR").getOrCreate();
          for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] words = line.split("\\t");
            spark.read().parquet(Arrays.copyOfRange(words, 1, words.length)).dropDuplicates()
                .createOrReplaceTempView(words[0]);
          }
          List<String> answers = new ArrayList<>();
          for (String question : Files.readAllLines(Path.of(args[1]))) {
            for (Row row : spark.sql(question).collectAsList()) {
              StringJoiner cells = new StringJoiner("\\t");
              for (int i = 0; i < row.size(); i++) {
                cells.add(String.valueOf(row.get(i)));
              }
              answers.add(cells.toString());
            }
            answers.add("");
          }
          Files.write(Path.of(args[2]), answers);
          spark.stop();
        }
      }
      """;

  @TempDir private Path folder;

  private RunStore store() throws IOException {
    RunStore store = RunStore.init(folder.resolve("store"));
    var random = new Random(3);
    Path trace = folder.resolve("simulated.trace");
    for (int day = 1; day <= 3; day++) {
      try (var adding = store.adding(false)) {
        for (int run = 0; run < 12; run++) {
          long[] times = random.longs(40, 1, 1_000_000).toArray();
          SimulatedRun.write(trace, 1000L * day + run, times);
          Facts facts =
              Facts.of(
                  Map.of(
                      "app",
                      "org.example",
                      "version",
                      "2." + run % 2,
                      "device",
                      "d" + run % 3,
                      "api",
                      Integer.toString(30 + run % 3),
                      "scenario",
                      run % 4 == 0 ? "it's" : "",
                      "day",
                      "2026-01-0" + day));
          adding.add(trace, TraceOptions.PLAIN, facts);
        }
      }
    }
    return store;
  }

  private static List<String> questions() {
    Map<String, String> app = Map.of("app", "org.example");
    var usual = new Selection(app, List.of("device", "api"), null, false);
    var inclusive =
        new Selection(Map.of("app", "org.example", "scenario", "it's"), List.of(), null, true);
    String versions = "version in ('2.0', '2.1')";
    List<String> all = new ArrayList<>();
    for (Selection each : List.of(usual, inclusive)) {
      String column = each.inclusive() ? "cpu" : "self_wall";
      all.add(FleetSql.selected(each, versions));
      all.add(FleetSql.values(each, column, versions));
      String shared = FleetSql.shared(each, column, "wall", versions, 30_000);
      all.add(FleetSql.values(each, column, versions + " and " + shared));
      for (Grouping by : Grouping.values()) {
        all.add(FleetSql.top(each, column, by, 10));
      }
      all.add(FleetSql.percentiles(each, FleetSql.timesOfRuns(each, "wall")));
      all.add(FleetSql.percentiles(each, FleetSql.timesOfMethod(each, column, 5)));
    }
    all.add(FleetSql.NAMES + " order by method");
    all.add(FleetSql.methodsNamed("org.example.Type1.work1"));
    all.add(FleetSql.runs(Map.of("api", "31")));
    all.add(FleetSql.run(""));
    return all;
  }

  @Test
  void answersAreThoseOfDuckDb() throws Exception {
    RunStore store = store();
    List<String> tables = new ArrayList<>();
    for (TableDatabase.Table each : StoreContent.of(store).tables("org.example")) {
      tables.add(
          each.name()
              + each.files().stream().map(file -> "\t" + file).collect(Collectors.joining()));
    }
    Path answers = folder.resolve("answers");
    run(
        Files.write(folder.resolve("tables"), tables),
        Files.write(folder.resolve("questions"), questions()),
        answers);

    List<String> expected = new ArrayList<>();
    try (Fleet fleet =
        Fleet.open(new DuckDb(Peer.DUCKDB_JAR.path()), store, "org.example", Fleet.MEMORY)) {
      for (String question : questions()) {
        for (List<@Nullable Object> row : fleet.rows(question)) {
          expected.add(row.stream().map(String::valueOf).collect(Collectors.joining("\t")));
        }
        expected.add("");
      }
    }
    assertThat(expected).hasSizeGreaterThan(1000);
    assertThat(Files.readAllLines(answers)).isEqualTo(expected);
  }

  private void run(Path tables, Path questions, Path answers) throws Exception {
    Path source = Files.writeString(folder.resolve("Answers.java"), PROGRAM);
    String jars;
    try (Stream<Path> all = Files.list(Peer.SPARK.path().toAbsolutePath().normalize())) {
      jars = all.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
    Path log = folder.resolve("log");
    String path = folder + File.pathSeparator + jars;
    run(log, "javac", "-proc:none", "-cp", path, "-d", folder.toString(), source.toString());
    run(
        log,
        "java",
        "-Xmx1g",
        "-cp",
        path,
        "Answers",
        tables.toString(),
        questions.toString(),
        answers.toString());
  }

  private void run(Path log, String tool, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(process.waitFor()).as(() -> read(log)).isZero();
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
