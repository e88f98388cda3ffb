package dev.dexscope.cli.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code store} does without a database. */
class StoreCommandTest {
  private static final String TRACES = "../samples/traces";
  private static final String TRACE = TRACES + "/art11-alloc.trace";

  @TempDir private Path folder;
  private String store = "";

  @BeforeEach
  void init() {
    store = folder.resolve("runs").toString();
    assertThat(Run.of("store", "init", store).exit()).isZero();
  }

  private Run add(String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "store";
    all[1] = "add";
    all[2] = store;
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    return Run.of(all);
  }

  @Test
  void aStoreThatIsNotThereIsToBeMade() {
    Run run = Run.of("store", "add", store + "2", "x.trace");
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err())
        .contains("no store of runs, " + store + "2; make one: dexscope store init " + store + "2");
  }

  @Test
  void tracesAreAddedOnce() {
    Run first = add(TRACE, "--app", "org.example", "--day", "2026-01-02");
    assertThat(first).isEqualTo(new Run(0, "1 added, 0 already there, 0 not readable\n", ""));
    assertThat(add(TRACE, "--app", "org.example").out())
        .isEqualTo("0 added, 1 already there, 0 not readable\n");
    assertThat(Run.of("store", "show", store).out())
        .matches("(?s)app +day +runs +files +bytes\\norg.example +2026-01-02 +1 +4 +\\d+\\n");
    assertThat(Run.of("store", "show", store, "--json").out()).contains("\"runs\" : 1");
  }

  @Test
  void foldersAndPatternsAreWalked() throws IOException {
    Path in = folder.resolve("in");
    Path copies = Files.createDirectories(in.resolve("deep"));
    Files.copy(Path.of(TRACE), copies.resolve("a.trace"));
    Files.copy(Path.of(TRACES, "perflib-exception.trace"), copies.resolve("b.trace"));
    Files.writeString(copies.resolve("a.trace.meta.json"), "{\"version\": \"2.4\"}");
    Files.writeString(copies.resolve(".hidden"), "no trace");

    assertThat(add(in.toString(), "--app", "a").out()).startsWith("2 added");
    assertThat(add(in + "/*/*.trace", "--app", "a").out()).startsWith("0 added, 2 already there");
    assertThat(add(copies + "/nothing-*", "--app", "a").exit()).isEqualTo(3);
  }

  @Test
  void aProfilesOtherFilesAreTheSameRun() throws IOException {
    Path run = Files.createDirectories(folder.resolve("p/run-1"));
    Files.writeString(folder.resolve("p/benchmarkData.json"), "{}");
    Files.copy(Path.of(TRACE), run.resolve("app.trace"));
    Files.writeString(run.resolve("flame.html"), "<html></html>");
    Path program = Files.createDirectories(folder.resolve("p/run-2"));
    Files.copy(Path.of(TRACES, "perflib-exception.trace"), program.resolve("dexscope.0.calls"));
    Files.writeString(program.resolve("tau.conf"), "");

    assertThat(add(folder.resolve("p").toString(), "--app", "a"))
        .isEqualTo(new Run(0, "2 added, 0 already there, 0 not readable\n", ""));
    Files.writeString(run.resolve("request.properties"), "");
    Files.writeString(run.resolve("events.tsv"), "FRAME\tMain 1 2 3\t0\t1\n");
    assertThat(add(run.toString(), "--app", "a").err())
        .startsWith("dexscope: skipped, " + run.resolve("events.tsv") + ": at 0x0: is damaged: ");
  }

  @Test
  void whatIsNoTraceIsSkippedWithItsReason() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "no trace");
    Run run = add(other.toString(), TRACE, "--app", "org.example", "--json");

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).startsWith("dexscope: skipped, " + other + ": at 0x0: ");
    assertThat(run.out()).contains("\"added\" : [\n    \"" + TRACE + "\"\n  ]");
  }

  /** As a path it would be a folder named "s3:" here. */
  @Test
  void objectStoragesAreRefused() {
    for (String each : List.of("s3://bucket/runs", "s3a://bucket", "gs://bucket/a", "hdfs:/runs")) {
      String place = Path.of(each).toString();
      String reason = "dexscope: no folder but an address of other storage, " + place + "; ";
      assertThat(Run.of("store", "init", each).err()).startsWith(reason);
      assertThat(Run.of("store", "add", each, TRACE, "--app", "a").err()).startsWith(reason);
      assertThat(Run.of("fleet", "top", "--store", each).err()).startsWith(reason);
      assertThat(Path.of(each)).doesNotExist();
    }
  }

  @Test
  void linesThatMeanNothingAreBadUsage() {
    assertThat(add(TRACE, "--app", "a", "--version", "1.0"))
        .isEqualTo(
            new Run(
                2,
                "",
                "dexscope: --version among other words; an application's version is --app-version\n"));
    assertThat(Run.of("report", TRACE, "--version").exit()).isEqualTo(2);
    assertThat(Run.of("report", "--version").exit()).isZero();
    assertThat(Run.of("fleet", "regressions", "--store", store, "--from", "", "--to", "1").err())
        .startsWith("dexscope: not two versions; ");
    assertThat(Run.of("store", "sync", store).err()).startsWith("dexscope: no action sync; ");
    assertThat(Run.of("store", "verify", store, "x").exit()).isEqualTo(2);
    assertThat(add().exit()).isEqualTo(2);
    assertThat(add(TRACE, "--app", "../x").err()).startsWith("dexscope: no app: ../x; ");
    assertThat(add(TRACE).err())
        .isEqualTo(
            "dexscope: the run's application is not known, "
                + TRACE
                + "; add --app ID, or a file of facts\n");
    assertThat(Run.of("store", "show", folder.toString()).err())
        .startsWith("dexscope: is not a store of runs, ");
    assertThat(Run.of("store", "show", store, "../x").exit()).isEqualTo(2);
    assertThat(Run.of("fleet", "regressions", "--store", store).err())
        .startsWith("dexscope: not two versions; ");
    assertThat(Run.of("fleet", "why", "--store", store).exit()).isEqualTo(2);
    assertThat(Run.of("fleet", "trend", "--store", store).exit()).isEqualTo(2);
    assertThat(Run.of("fleet", "top", "x", "--store", store).exit()).isEqualTo(2);
    assertThat(Run.of("fleet", "top", "--store", store, "--memory", "1K").exit()).isEqualTo(2);
    assertThat(Run.of("fleet", "top", "--store", store, "--json", "--csv").exit()).isEqualTo(2);
  }

  @Test
  void damageIsFound() throws IOException {
    add(TRACE, "--app", "org.example", "--keep-traces");
    assertThat(Run.of("store", "verify", store).exit()).isZero();
    assertThat(Run.of("store", "gc", store).exit()).isZero();
    Path kept;
    try (var files = Files.walk(Path.of(store, "traces"))) {
      kept = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    assertThat(kept).hasSameBinaryContentAs(Path.of(TRACE));
    Files.writeString(kept, "changed");

    Run run = Run.of("store", "verify", store);
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).isEqualTo("dexscope: " + kept + ": at 0x0: has another SHA-256\n");
  }
}
