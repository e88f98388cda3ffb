package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.TestCompiler;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code profile} by the packaged jars, a process for each run as users have it. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProfileIT {
  private static final Path SAMPLE = Path.of("../samples/target/json-crunch.apk");
  private static final String CRUNCH = "dev.dexscope.samples.crunch.";

  /** Without a framework, and not deleted at the end: D8's archive is made in the background. */
  private static final Path CACHE = Path.of("target/profile-cache").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  @FullTier("starts the command six times")
  void measuredRunsAreAddedToAStore() throws Exception {
    String store = folder.resolve("runs").toString();
    String app = SAMPLE.toAbsolutePath().toString();
    assertThat(profile(app, "--store", store, "--", "5").err()).contains("name it with --app");
    assertThat(profile(app, "--scenario", "five", "--", "5").err()).contains("--store");
    Packaged.dexscope(folder, "store", "init", store);

    Run run =
        profile(
            app,
            "-o",
            "out",
            "--runs",
            "2",
            "--store",
            store,
            "--app",
            "json-crunch",
            "--build",
            "7",
            "--scenario",
            "five",
            "--",
            "5");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("store        " + store + ", 2 added\n");
    assertThat(Packaged.dexscope(folder, "store", "show", store).out())
        .matches("(?s)app +day +runs +files +bytes\njson-crunch +\\d{4}-\\d\\d-\\d\\d +2 +4 .*");
    assertThat(Packaged.dexscope(folder, "store", "verify", store).exit()).isZero();
  }

  @Test
  @FullTier("two processes and their files")
  void theSamplesCallsAreThoseThatItCountsItself() throws Exception {
    Run run = profile(SAMPLE.toAbsolutePath().toString(), "-o", "out", "--", "30");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("exit code    0\n", "out/json-crunch.apk\n", "out/flame.html\n");
    assertThat(calls(CRUNCH + "JsonParser.value()")).isEqualTo(counted(run, "values"));
    assertThat(calls(CRUNCH + "EditDistance.between(")).isEqualTo(counted(run, "distances"));
    assertThat(calls(CRUNCH + "Cruncher.crunch(")).isEqualTo(counted(run, "documents"));
    assertThat(calls(CRUNCH + "JsonException.<init>(")).isEqualTo(counted(run, "refused"));
    assertThat(run.out()).contains(reported("out") + "\nexit code");
    Matcher counts =
        Pattern.compile(
                "dexscope: (\\d+) of (\\d+) methods instrumented and verified;"
                    + " the others are in out/not-measured.txt\n")
            .matcher(run.err());
    assertThat(counts.find()).as(run.err()).isTrue();
    assertThat(folder.resolve("out/not-measured.txt"))
        .content()
        .hasLineCount(Integer.parseInt(counts.group(2)) - Integer.parseInt(counts.group(1)));
  }

  @FullTier("profiles a program")
  @Test
  void exitEndsTheProgramButNotItsProfile() throws Exception {
    Run run = profile(program(), "-o", "out", "--cpu", "--", "exit");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("hook\n", "exit code    7\n", reported("out") + "\nexit code");
    assertThat(calls("Program.fib(I)I")).isEqualTo(counted(run, "fib"));
  }

  @FullTier("profiles a program")
  @Test
  void anUncaughtExceptionEndsTheProgramButNotItsProfile() throws Exception {
    Run run = profile(program(), "-o", "out", "--", "throw");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("java.lang.IllegalStateException: on purpose");
    assertThat(run.out()).contains("hook\n", "exit code    1\n");
    assertThat(calls("Program.fib(I)I")).isEqualTo(counted(run, "fib"));
  }

  @FullTier("profiles a program")
  @Test
  void theInterpreterCountsTheSame() throws Exception {
    Run run = profile(program(), "-o", "out", "--engine", "interpreted");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(calls("Program.fib(I)I")).isEqualTo(counted(run, "fib"));
  }

  @FullTier("profiles a program")
  @Test
  void aSecondRunTakesThePlaceOfTheFirst() throws Exception {
    String program = program();
    profile(program, "-o", "out");
    Run run = profile(program, "-o", "out");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(calls("Program.fib(I)I")).isEqualTo(counted(run, "fib"));
  }

  @Test
  @FullTier("two processes and their files")
  void aFolderOfSomebodyElseIsLeftAlone() throws Exception {
    Files.createDirectory(folder.resolve("out"));
    Files.writeString(folder.resolve("out/profile.txt"), "mine");
    Run run = profile(program(), "-o", "out");

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).isEqualTo("dexscope: output exists, out; name a new folder\n");
    assertThat(folder.resolve("out/profile.txt")).hasContent("mine");
  }

  @Test
  void aMissingMainClassIsToldWithThoseThatAreThere() throws Exception {
    String program = program();
    Run run = profile(program, "--main", "p.Missing");

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err())
        .isEqualTo("dexscope: no class p.Missing, " + program + "; it has Program\n");
  }

  @Test
  void whatIsNoCodeIsRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("bad.dex"), "dex\n035 and no more");
    Run run = profile(file.toString());

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).startsWith("dexscope: not a well-formed dex file, ").hasLineCount(1);
    assertThat(folder.resolve("bad-profile")).doesNotExist();
  }

  /** Of a million calls each is counted, and main's time is not that of counting them. */
  @FullTier("profiles a program")
  @Test
  void callsWithoutNumberAreCountedAndCostTheirCallerNothing() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Hot.java"),
            """
            public class Hot {
              static int[] values = new int[16];
              static int get(int i) {
                if (i < 0) return -1;
                return values[i & 15] + i;
              }
              static double work(int n) {
                double sum = 0;
                for (int i = 1; i < n; i++) sum += Math.sqrt(i) / i;
                return sum;
              }
              public static void main(String[] args) {
                double sum = 0;
                for (int i = 0; i < 1_000_000; i++) sum += get(i);
                for (int i = 0; i < 100; i++) sum += work(1_000_000);
                System.out.println("main " + sum);
              }
            }
            """);
    Run run = profile(source.toString(), "-o", "out", "--warmup", "2", "--all");

    assertThat(run.exit()).as(run.err()).isZero();
    // The second run, which counts, prints nothing.
    assertThat(run.out().lines().filter(line -> line.startsWith("main "))).hasSize(3);
    assertThat(calls("Hot.get(I)I")).isEqualTo(1_000_000);
    assertThat(calls("Hot.main(")).isEqualTo(1);
    String csv = Run.of("report", folder.resolve("out/dexscope.0.calls").toString(), "--csv").out();
    assertThat(csv.lines().filter(line -> line.contains("Hot.work"))).hasSize(1);
    List<String[]> rows = csv.lines().skip(1).map(line -> line.split(",", -1)).toList();
    List<String> header = List.of(csv.lines().findFirst().orElse("").split(",", -1));
    int own = header.indexOf("exclusive_ns");
    int error = header.indexOf("exclusive_plus_minus_ns");
    double work = 0;
    double others = 0;
    for (String[] row : rows) {
      // Unknown times are short.
      double time = row[own].isEmpty() ? 0 : Double.parseDouble(row[own]);
      if (row[row.length - 1].contains("Hot.work")) {
        work += time;
      } else {
        // On a busy machine the cost of counting is uncertain; what is not certain is none's.
        others += Math.max(0, time - (error < 0 ? 0 : Double.parseDouble(row[error])));
      }
    }
    // Without subtraction it would be a third.
    assertThat(work / (work + others)).as(csv).isGreaterThan(0.8);
  }

  /** The table that report prints of the calls of a run. */
  private String reported(String run) {
    String calls = folder.resolve(run).resolve("dexscope.0.calls").toString();
    List<String> lines = Run.of("report", calls, "--top", "15").out().lines().toList();
    int begin = lines.indexOf("") + 1;
    return lines.subList(begin, Math.min(begin + 16, lines.size())).stream()
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /** Calls of a method in the TAU profiles of all threads. */
  private long calls(String method) throws IOException {
    long calls = 0;
    // With two metrics TAU has a folder for each.
    Path elapsed = folder.resolve("out/MULTI__TIME");
    Path profiles = Files.exists(elapsed) ? elapsed : folder.resolve("out");
    try (Stream<Path> files = Files.list(profiles)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (!Objects.toString(file.getFileName()).startsWith("profile.")) {
          continue;
        }
        for (String line : Files.readAllLines(file)) {
          if (line.startsWith("\"" + method)) {
            calls +=
                Long.parseLong(
                    line.substring(line.lastIndexOf("\" ", line.indexOf(" GROUP")) + 2)
                        .split(" ", -1)[0]);
          }
        }
      }
    }
    return calls;
  }

  private static long counted(Run run, String what) {
    Matcher line = Pattern.compile("^" + what + " (\\d+)$", Pattern.MULTILINE).matcher(run.out());
    assertThat(line.find()).as(run.out() + run.err()).isTrue();
    return Long.parseLong(line.group(1));
  }

  /**
   * Returns a dex file of a program that recurses, starts a daemon thread, and ends as its argument
   * specifies.
   */
  private String program() throws Exception {
    Path source = folder.resolve("Program.java");
    Files.writeString(
        source,
        """
        public class Program {
          static int calls;
          static int fib(int n) {
            calls++;
            return n < 2 ? n : fib(n - 1) + fib(n - 2);
          }
          public static void main(String[] args) {
            fib(12);
            System.out.println("fib " + calls);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
            Thread daemon = new Thread(() -> { while (true) java.util.concurrent.locks.LockSupport.park(); });
            daemon.setDaemon(true);
            daemon.start();
            String end = args.length == 0 ? "" : args[0];
            if (end.equals("exit")) System.exit(7);
            if (end.equals("throw")) throw new IllegalStateException("on purpose");
          }
        }
        """);
    Path javac = Path.of(System.getProperty("java.home"), "bin", "javac");
    Process compiler =
        new ProcessBuilder(
                javac.toString(), "--release", "17", "-d", folder.toString(), source.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
    D8.run(
        D8Command.builder()
            .addProgramFiles(folder.resolve("Program.class"))
            .addLibraryResourceProvider(JdkClassFileProvider.fromSystemJdk())
            .setMinApiLevel(26)
            .setOutput(folder, OutputMode.DexIndexed)
            .build());
    return folder.resolve("classes.dex").toString();
  }

  @FullTier("profiles a program")
  @Test
  void sourceIsProfiledAsOftenAsIsAsked() throws Exception {
    program();
    Run run = profile("Program.java", "-o", "out", "--cpu", "--runs", "2");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("2 runs, CPU time of all threads: mean ", "out/Program.jar\n", "out/run-2\n")
        .containsPattern(" 465\\.000  Program\\.fib\\(int\\)");
    assertThat(folder.resolve("out/run-1/flame.html")).exists();
  }

  @FullTier("profiles a program")
  @Test
  void oneCauseIsOneLineAboutTheFileOfTheUser() throws Exception {
    Files.writeString(
        folder.resolve("Idle.java"),
        "public class Idle { public static void main(String[] args) {} }");

    Run idle = profile("Idle.java", "-o", "out");

    assertThat(idle.exit()).isEqualTo(3);
    assertThat(idle.err())
        .contains("the program called no instrumented method, out; see its output")
        .hasLineCount(2);
    assertThat(profile("Idle.java", "--main", "Busy").err())
        .isEqualTo("dexscope: no class Busy, Idle.java; it has Idle\n");
    assertThat(Packaged.dexscope(folder, "run", "-cp", "Idle.java", "Busy").err())
        .isEqualTo("dexscope: no class Busy, Idle.java; it has Idle\n");
    assertThat(profile("Idle.java", "--include", "no.such").err())
        .startsWith("dexscope: injecting failed: no method is no.such, Idle.java!classes.dex; ")
        .hasLineCount(1);
  }

  @FullTier("profiles a program")
  @Test
  void aToolOfTheJvmFindsItsClassFiles() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Tool.java"),
            """
            public class Tool {
              public static void main(String[] args) {
                System.out.println(Tool.class.getResource("Tool.class"));
              }
            }
            """);
    TestCompiler.javac("--release", "11", "-d", folder.toString(), source.toString());
    Path jar = folder.resolve("tool.jar");
    TestCompiler.jar(jar, Map.of(), List.of(folder.resolve("Tool.class")));
    String found = "jar:" + jar.toFile().toURI() + "!/Tool.class\n";

    assertThat(Packaged.dexscope(folder, "run", "tool.jar").out()).isEqualTo(found);
    assertThat(profile("tool.jar", "-o", "out").out()).contains(found);
    // It is dex code now, which has none, as on Android.
    assertThat(Packaged.dexscope(folder, "run", "out/tool.jar").out()).isEqualTo("null\n");
  }

  @FullTier("profiles a program")
  @Test
  void aFolderOfSourcesIsCompiledAgainstAndRunsWithItsClassPath() throws Exception {
    Files.createDirectories(folder.resolve("src/app"));
    Files.createDirectories(folder.resolve("lib/util"));
    Files.writeString(
        folder.resolve("lib/util/Twice.java"),
        "package util; public class Twice { public static int of(int n) { return 2 * n; } }");
    Files.writeString(
        folder.resolve("src/app/Main.java"),
        """
        package app;
        public class Main {
          public static void main(String[] args) { System.out.println(util.Twice.of(sum(6))); }
          static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
        }
        """);
    Files.writeString(
        folder.resolve("src/app/Other.java"),
        "package app; class Other { public static void main(String[] args) {} }");

    Run run = profile("-cp", "lib", "src", "--main", "app.Main", "-o", "out");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("42\n", "out/src.jar\n");
    assertThat(calls("app.Main.sum(I)I")).isEqualTo(7);
    assertThat(Packaged.dexscope(folder, "run", "-cp", "lib", "src/app/Main.java").out())
        .isEqualTo("42\n");
    assertThat(Packaged.dexscope(folder, "run", "-cp", "src:lib", "app.Main").out())
        .isEqualTo("42\n");
    assertThat(profile("-cp", "lib", "src").err())
        .isEqualTo(
            "dexscope: several classes have a main(String[]), src; name one by profile --main CLASS"
                + " or run -cp FILE CLASS: app.Main app.Other\n");
  }

  @Test
  void aProgramThatWaitsIsLedByWhatItWaitsFor() throws Exception {
    Files.writeString(
        folder.resolve("Join.java"),
        """
        public class Join {
          static double heavy(int n) {
            double sum = 0;
            for (int i = 1; i < n; i++) sum += Math.sqrt(i) * Math.sin(i);
            return sum;
          }
          public static void main(String[] args) throws Exception {
            Thread worker = new Thread(() -> System.out.println(heavy(20_000_000)), "worker");
            worker.start();
            worker.join();
          }
        }
        """);
    Run run = profile("Join.java", "-o", "out");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("ran twice: times by samples", "1. Join.heavy, line 4, works for ")
        .containsPattern("main waits [\\d,.]+ ms for this thread, worker\\.\n");
    List<String> lines = run.out().lines().toList();
    int heading =
        lines.indexOf(
            lines.stream().filter(line -> line.startsWith("share ")).findFirst().orElseThrow());
    assertThat(lines.get(heading + 1)).endsWith("  Join.heavy(int)");
  }

  @Test
  void theSecondRunReadsTheSameAndPrintsNothing() throws Exception {
    Files.writeString(
        folder.resolve("Lines.java"),
        """
        public class Lines {
          static int length(String line) {
            int length = 0;
            for (char c : line.toCharArray()) length += c == 'x' ? 0 : 1;
            return length;
          }
          public static void main(String[] args) throws Exception {
            var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
            int sum = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) sum += length(line);
            System.out.println("sum " + sum);
          }
        }
        """);
    Path out = folder.resolve("stdout");
    Process process = start(ProcessBuilder.Redirect.to(out.toFile()), "Lines.java", "-o", "out");
    try (var input = process.outputWriter(StandardCharsets.UTF_8)) {
      input.write("one\ntwo\nthree\n");
    }
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(Files.readString(out)).containsOnlyOnce("sum 11\n");
    assertThat(calls("Lines.length(")).isEqualTo(3);
  }

  /** Each is a JVM of its own: so are those that a folder of an earlier profile has. */
  @FullTier("starts three processes, each of which profiles a program")
  @Test
  void processesAreComparedWithThoseOfAnEarlierProfile() throws Exception {
    Files.writeString(
        folder.resolve("Sum.java"),
        """
        public class Sum {
          static int next(int sum) {
            int next = sum;
            for (int i = 0; i < 1000; i++) next = next * 31 + i;
            return next;
          }
          public static void main(String[] args) throws Exception {
            int read = System.in.read();
            int sum = read;
            for (int i = 0; i < 10 * read; i++) sum = next(sum);
            System.out.println("read " + (char) read + (sum == 0 ? "!" : "."));
          }
        }
        """);
    assertThat(profileWithInput("A", "Sum.java", "-o", "before").exit()).isZero();
    Run run =
        profileWithInput(
            "A",
            "Sum.java",
            "-o",
            "out",
            "--processes",
            "2",
            "--baseline",
            "before",
            "--fail-on",
            "calls:0%");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .containsOnlyOnce("read A")
        .contains("2 runs, CPU time of all threads: mean ")
        .contains("process      out/run-2")
        .contains("exclusive CPU time")
        .containsPattern("before: +1 run")
        .containsPattern("after: +2 runs");
    assertThat(folder.resolve("out/run-2/dexscope.0.calls")).exists();
    assertThat(folder.resolve("out/run-2/flame.html")).exists();
  }

  /** A large error is reached by a few, none by three. */
  @FullTier("starts three processes and more, each of which profiles a program")
  @Test
  void processesAreAddedUntilAnErrorIsReached() throws Exception {
    Files.writeString(
        folder.resolve("Burn.java"),
        """
        public class Burn {
          static double burn() {
            double sum = 0;
            for (int i = 1; i < 20_000_000; i++) sum += Math.sqrt(i);
            return sum;
          }
          public static void main(String[] args) {
            System.out.println("sum " + (burn() > 0));
          }
        }
        """);
    Run run = profileWithInput("", "Burn.java", "-o", "out", "--error", "200%");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .containsOnlyOnce("sum true")
        .containsPattern("[0-9]+ runs, CPU time of all threads: mean ")
        .containsPattern("error +[0-9.]+ % of the whole, after [0-9]+ processes");
    Run missed =
        profileWithInput("", "Burn.java", "-o", "out", "--error", "0.0001", "--processes", "3");
    assertThat(missed.exit()).as(missed.err()).isZero();
    assertThat(missed.err()).contains("the error of 0.0001 % is not reached after 3 processes");
    assertThat(profileWithInput("", "Burn.java", "--error", "0").exit()).isEqualTo(2);
    assertThat(profileWithInput("", "Burn.java", "--error", "calls:3%").exit()).isEqualTo(2);
    assertThat(profileWithInput("", "Burn.java", "--error", "3%", "--processes", "2").err())
        .contains("--error 3% of 2 processes");
  }

  /** A program that is ended is not run again: once instrumented, its calls are counted. */
  @FullTier("profiles a program twice")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSignalEndsTheProgramButNotItsProfile(boolean isOnce) throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Endless.java"),
            """
            public class Endless {
              static int once(int n) {
                double sum = 0;
                for (int i = 0; i < n; i++) sum += Math.sin(i);
                return (int) sum;
              }
              public static void main(String[] args) throws Exception {
                once(5_000_000);
                System.out.println("begun");
                new java.util.concurrent.CountDownLatch(1).await();
              }
            }
            """);
    String option = isOnce ? "--once" : "--wide";
    Process process = start(ProcessBuilder.Redirect.PIPE, option, source.toString(), "-o", "out");
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("begun");
      // The process itself would close its output too.
      process.toHandle().destroy();
      String rest = out.lines().collect(Collectors.joining("\n"));
      assertThat(rest).contains("Endless.once(int)", "flame graph  out/flame.html");
      assertThat(rest.contains("calls were not counted")).isEqualTo(!isOnce);
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as("killed").isEqualTo(128 + 15);
    if (isOnce) {
      assertThat(calls("Endless.once(I)I")).isEqualTo(1);
    }
  }

  @Test
  void withoutAFrameworkAnAppIsForADevice() throws Exception {
    Manifest manifest = Manifest.create("com.acme", 21, 34);
    manifest.addLauncherActivity("com.acme.Main$1");
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define("Lcom/acme/Main$1;", _ -> {});
    Path apk = folder.resolve("app.apk");
    new ZipRewriter(ZipArchive.empty("app.apk"))
        .put(Manifest.ENTRY, manifest.write())
        .put("classes.dex", dex.build())
        .write(apk);

    Run run = profile(apk.toString());

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err())
        .contains(
            "  dexscope inject --trace " + apk + " -o app-profiled.apk\n",
            "  adb install app-profiled.apk\n",
            "  adb shell am start -n 'com.acme/com.acme.Main$1'\n",
            "  adb pull /sdcard/Android/data/com.acme/files profiles\n",
            "dexscope: apps need Android's framework, which is not here, ");
  }

  private Run profile(String... arguments) throws Exception {
    return profileWithInput("", arguments);
  }

  private Run profileWithInput(String input, String... arguments) throws Exception {
    Path out = folder.resolve("stdout");
    Process process = start(ProcessBuilder.Redirect.to(out.toFile()), arguments);
    try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
      in.write(input);
    }
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return new Run(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(folder.resolve("stderr"), StandardCharsets.UTF_8));
  }

  private Process start(ProcessBuilder.Redirect out, String... arguments) throws Exception {
    Path root = Path.of("..").toAbsolutePath().normalize();
    String script =
        ". '%s/scripts/launch.sh'; jdk=$1; shift; launch \"$jdk\" '%s' profile \"$@\""
            .formatted(root, root.resolve("cli/target/app"));
    List<String> command = new ArrayList<>(List.of("bash", "-c", script, "bash"));
    command.add(System.getProperty("java.home"));
    command.addAll(List.of(arguments));
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out)
            .redirectError(folder.resolve("stderr").toFile());
    // The user's own debug key stays as it is.
    builder.environment().put("XDG_CACHE_HOME", CACHE.toString());
    builder.environment().put("DEXSCOPE_OPTS", "-Duser.home=" + folder);
    Path d8 = Path.of(D8.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    builder.environment().put("DEXSCOPE_D8", d8.toString());
    return builder.start();
  }
}
