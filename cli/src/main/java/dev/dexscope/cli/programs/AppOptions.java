package dev.dexscope.cli.programs;

import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppFramework;
import dev.dexscope.apps.AppHeap;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppSet;
import dev.dexscope.apps.Natives;
import dev.dexscope.apps.Pace;
import dev.dexscope.apps.Script;
import dev.dexscope.apps.Step;
import dev.dexscope.apps.TestReport;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.compile.DexOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for starting and driving an app, for the commands that run one. */
public final class AppOptions {
  /** Whether waiting takes real time. */
  public enum Time {
    VIRTUAL,
    REAL
  }

  private static final int FASTEST = 240;

  /** The newest that the installed D8 knows. */
  private static final int HIGHEST_LEVEL = 36;

  private static final Pattern DURATION = Pattern.compile("([1-9][0-9]{0,6})(ms|s|m)");

  @Option(
      names = "--do",
      paramLabel = "STEPS",
      description =
          "Steps on the app: 'tap:id/login; text:id/user=joe; swipe:up; rotate; back;"
              + " wait:500; monkey:200@7; screenshot:a.png; tree; relaunch'.")
  @Nullable String steps;

  @Option(
      names = "--script",
      paramLabel = "FILE",
      description = "The same from a file, one step a line.")
  @Nullable Path script;

  @Option(
      names = "--split",
      paramLabel = "APK",
      description = "A split that belongs to the app; several times for several.")
  List<Path> splits = new ArrayList<>();

  @Option(
      names = "--start",
      paramLabel = "ACTIVITY",
      description = "The activity, or the action of an intent, to start with.")
  String start = "";

  @Option(names = "--uri", paramLabel = "URI", description = "The data of that intent.")
  String uri = "";

  @Option(names = "--extra", paramLabel = "KEY=VALUE", description = "A text extra of that intent.")
  List<String> extras = new ArrayList<>();

  @Option(
      names = "--deny",
      paramLabel = "PERMISSION",
      description = "Refuse this permission; the app gets all others that it requests.")
  List<String> denied = new ArrayList<>();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep the app's own files here. Default: a folder that is deleted.")
  @Nullable Path data;

  @Option(
      names = "--test-apk",
      paramLabel = "APK",
      description =
          "Run the instrumentation tests in this package, by AndroidJUnitRunner or another one, in"
              + " place of steps.")
  @Nullable Path tests;

  @Option(
      names = "--test-arg",
      paramLabel = "KEY=VALUE",
      description = "An argument of those tests, as of 'am instrument -e': class=com.acme.ATest#b.")
  List<String> testArguments = new ArrayList<>();

  @Option(
      names = "--test-report",
      paramLabel = "FILE",
      description =
          "Write the results of those tests: JUnit's XML if the name ends so, else the lines of 'am"
              + " instrument -r'.")
  @Nullable Path testReport;

  @Option(
      names = "--api",
      paramLabel = "LEVEL",
      description =
          "The Android level that an app finds: 35 or 30; default 35. Of other programs, that which"
              + " their class files become dex code for; default 30.")
  @Nullable Integer api;

  @Option(
      names = "--time",
      paramLabel = "CLOCK",
      description = "virtual: waiting costs no time, real: it does. Default ${DEFAULT-VALUE}.")
  Time time = Time.VIRTUAL;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "The frames per second of the screen; default ${DEFAULT-VALUE}.")
  int framesPerSecond = Pace.DEFAULT.framesPerSecond();

  @Option(
      names = "--anr",
      paramLabel = "TIME",
      description =
          "End the run when the main thread does not answer for this time (500ms, 5s, 2m); default"
              + " ${DEFAULT-VALUE}.")
  String anr = "5s";

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "End the run when it takes longer. Default: no limit.")
  String timeout = "";

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description =
          "The heap that the phone gives an app; one with android:largeHeap gets twice that."
              + " Default ${DEFAULT-VALUE}.")
  String heap = AppHeap.DEFAULT.toString();

  @Option(
      names = "--natives",
      paramLabel = "MODE",
      description =
          "auto: native libraries for this kind of machine run, with your rights; stub: native"
              + " methods answer 0 or null; fail: none is loaded. Default ${DEFAULT-VALUE}.")
  Natives natives = Natives.AUTO;

  @Option(
      names = "--native-path",
      paramLabel = "DIR",
      description = "A folder of native libraries that were built for this machine.")
  @Nullable Path nativePath;

  @Option(
      names = "--network",
      description = "Allow the app to open connections; without it, it reaches itself only.")
  boolean network;

  @Option(
      names = "--yes",
      description =
          "Run native libraries, and fetch Android's framework if it is not there, without a"
              + " question.")
  boolean yes;

  /** Returns whether an option is present that only apps support. */
  boolean isAsked() {
    return steps != null || script != null || !start.isEmpty() || data != null || tests != null;
  }

  /** Returns the level of an app's framework. */
  int level() {
    return api == null ? AppFramework.LEVELS.getFirst() : api;
  }

  /** Returns the level that D8 makes dex code for. */
  int dexLevel() {
    if (api != null && (api < 1 || api > HIGHEST_LEVEL)) {
      throw CliException.usage("--api " + api, "use 1 to " + HIGHEST_LEVEL);
    }
    return api == null ? DexOptions.LEVEL : api;
  }

  /**
   * Returns whether a file runs as an app: it has an activity for the launcher, or the options name
   * what else is started.
   */
  boolean runs(Path file) throws IOException {
    return AppSet.isApp(file) || ((tests != null || !start.isEmpty()) && AppSet.isPackage(file));
  }

  /** Returns the options as a request. */
  AppRequest request(Terminal terminal, Path app, Path folder, int warmups, String trace)
      throws IOException {
    requirePairs("--extra", extras);
    requirePairs("--test-arg", testArguments);
    if (natives == Natives.STUB && nativePath != null) {
      throw CliException.usage(
          "--natives stub with --native-path", "libraries are either there or not");
    }
    for (Path each : splits) {
      InputFile.check(each);
    }
    AppSet set = AppSet.of(app, splits, folder);
    if (!set.isWhole()) {
      terminal
          .err()
          .println(
              "dexscope: warning: the app requires its splits, "
                  + app
                  + "; give them by"
                  + " --split, or an archive of all (.apks)");
    }
    return new AppRequest(
        set.packages(),
        level(),
        start,
        uri,
        extras,
        denied,
        steps(),
        warmups,
        pace(),
        heap(),
        permitted(terminal, set.packages()),
        nativePath == null ? "" : nativePath.toAbsolutePath().toString(),
        network,
        trace,
        tests == null ? "" : InputFile.check(tests).toAbsolutePath().toString(),
        testArguments,
        warmups > 0,
        List.of(),
        folder);
  }

  private Natives permitted(Terminal terminal, List<Path> packages) throws IOException {
    boolean runs = natives == Natives.AUTO && NativePermission.of(terminal, yes).isGiven(packages);
    return runs || natives != Natives.AUTO ? natives : Natives.FAIL;
  }

  /** Writes the results of tests where they were requested. */
  void report(AppRequest request, AppRun run) throws IOException {
    if (testReport == null) {
      return;
    }
    if (!Files.exists(request.testLog())) {
      throw new AppException("no test has run", testReport, "the report is not written");
    }
    byte[] content =
        testReport.toString().endsWith(".xml")
            ? TestReport.read(request.testLog(), run).xml().getBytes(StandardCharsets.UTF_8)
            : Files.readAllBytes(request.testLog());
    OutputFile.write(testReport, out -> out.write(content));
  }

  private Pace pace() {
    if (framesPerSecond < 1 || framesPerSecond > FASTEST) {
      throw CliException.usage("--fps " + framesPerSecond, "write a number from 1 to " + FASTEST);
    }
    return new Pace(
        time == Time.REAL,
        framesPerSecond,
        duration("--anr", anr),
        timeout.isEmpty() ? Duration.ZERO : duration("--timeout", timeout));
  }

  private AppHeap heap() {
    try {
      return AppHeap.parse(heap);
    } catch (IllegalArgumentException e) {
      throw CliException.usage("--heap " + heap, "write a size from 16m to 8g");
    }
  }

  private static Duration duration(String option, String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw CliException.usage(option + " " + text, "write a time such as 500ms, 5s or 2m");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  private static void requirePairs(String option, List<String> words) {
    for (String each : words) {
      if (each.indexOf('=') < 1) {
        throw CliException.usage(option + " " + each, "write KEY=VALUE");
      }
    }
  }

  private Script steps() throws IOException {
    var text = new StringBuilder();
    if (script != null) {
      text.append(Files.readString(InputFile.check(script), StandardCharsets.UTF_8)).append('\n');
    }
    if (steps != null) {
      text.append(steps);
    }
    Script read = parsed(text.toString());
    for (Step each : read.steps()) {
      switch (each) {
        case Step.Screenshot(Path file) -> OutputFile.checkPlace(file);
        case Step.Tree(String file) when !file.isEmpty() -> OutputFile.checkPlace(Path.of(file));
        default -> {}
      }
    }
    return read;
  }

  private static Script parsed(String text) {
    try {
      return Script.parse(text);
    } catch (AppException e) {
      throw CliException.usage(e);
    }
  }

  /** Android's framework, fetched first if that is wanted. */
  AppFramework framework(Terminal terminal) throws IOException {
    AppFramework framework = AppFramework.ofUser();
    if (framework.isInstalled(level())) {
      return framework;
    }
    if (!yes && !isWanted(framework, level(), terminal)) {
      throw new AppException(
          "apps need Android's framework, which is not here",
          framework.folder(),
          "dexscope apps install --api " + level());
    }
    AppsCommand.install(framework, level(), null, terminal);
    return framework;
  }

  private static boolean isWanted(AppFramework framework, int level, Terminal terminal)
      throws IOException {
    return Question.put(
            terminal,
            String.format(
                Locale.ROOT,
                "dexscope: apps need Android's framework, by Robolectric: %,d MB from Maven"
                    + " Central.%ndexscope: Fetch it into %s?",
                AppsCommand.bytes(framework.missing(level)) / 1_000_000,
                framework.folder()))
        == Question.Answer.YES;
  }
}
