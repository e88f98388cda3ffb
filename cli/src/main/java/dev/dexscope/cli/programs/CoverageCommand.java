package dev.dexscope.cli.programs;

import dev.dexscope.apps.AppProcess;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppSet;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.cli.packages.InjectionOptions;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.compile.DexOptions;
import dev.dexscope.compile.DexProgram;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.Mode;
import dev.dexscope.inject.Settings;
import dev.dexscope.inject.coverage.Counter;
import dev.dexscope.inject.coverage.Counters;
import dev.dexscope.inject.coverage.CoveragePage;
import dev.dexscope.inject.coverage.CoveredClass;
import dev.dexscope.inject.coverage.CoveredMethod;
import dev.dexscope.inject.coverage.JacocoXml;
import dev.dexscope.inject.coverage.ReachedPlaces;
import dev.dexscope.profile.CoverageRun;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope coverage}: which code never ran. */
@Command(
    name = "coverage",
    description =
        "Runs a program or an app and reports which of its methods, lines and branches ran, and which"
            + " never did.",
    footer = {
      "",
      "FILE is Java source, a jar, a class file, a folder of them, a dex file, or an APK: an app is",
      "started and driven by --do, --script, a monkey (--do monkey:500) or tests (--test-apk).",
      "With --places nothing is run: the files say what was reached, by runs with -o, or on a device by",
      "what 'dexscope inject --mode coverage' has made of the same FILE. Several are added up.",
      "Packages are listed that miss most first. What the compiler has made is left out.",
      "The exit code is the program's, or the app's, unless it is 0: then that of --fail-under.",
      "",
      "Examples:",
      "  dexscope coverage Hello.java",
      "  dexscope coverage app.jar --main com.acme.Main --by class -- one two",
      "  dexscope coverage -cp 'target/classes:target/lib/*' com.acme.Main one two",
      "  dexscope coverage app.apk --app-only --do 'tap:id/search; monkey:300@7'",
      "  dexscope coverage app.apk --test-apk app-test.apk --html coverage.html --fail-under 60%%",
      "  dexscope coverage app.apk --script buy.txt -o buy.places",
      "  dexscope coverage app.apk --places buy.places --places browse.places --never never.txt",
    })
public final class CoverageCommand implements Callable<Integer> {
  private static final Pattern PERCENT = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,6})?%?");

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description =
          "An APK, a jar, a dex file, Java source, or a folder of it; or a class of -cp, as for java.")
  Path file = Path.of("");

  @Parameters(
      index = "1..*",
      paramLabel = "ARGS",
      description = "The program's arguments; after -- if they look like options.")
  List<String> arguments = new ArrayList<>();

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "FILE",
      split = ":",
      description =
          "Dex files, APKs, jars, folders, and lib/* that the program uses; they are not covered.")
  List<Path> classPath = new ArrayList<>();

  @Option(
      names = "--main",
      paramLabel = "CLASS",
      description =
          "The class to run. Default: the manifest's Main-Class, or the only class with a main method.")
  @Nullable String mainClass;

  @Option(
      names = "--places",
      paramLabel = "FILE",
      description =
          "Run nothing: places that were reached before; several times for several files, or a folder"
              + " of them.")
  List<Path> places = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Keep which places were reached, for --places.")
  @Nullable Path output;

  @Option(
      names = "--xml",
      paramLabel = "FILE",
      description = "Also write the report in JaCoCo's XML form, which CI servers read.")
  @Nullable Path xml;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write the report as a page, with the lines that never ran.")
  @Nullable Path html;

  @Option(
      names = "--never",
      paramLabel = "FILE",
      description = "Also list the methods that never ran; a class of which none did is one line.")
  @Nullable Path never;

  @Option(
      names = "--methods",
      description =
          "Only which methods ran, not which of their lines: the code grows by a quarter as much or less.")
  boolean methodsOnly;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      description = "The rows: package (default), class or method.")
  CoverageTable.By by = CoverageTable.By.PACKAGE;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Rows to show, 0 for all; default ${DEFAULT-VALUE}.")
  int top = 30;

  @Option(
      names = "--fail-under",
      paramLabel = "PERCENT",
      description =
          "Exit 1 when less than this part of the lines ran, as 80%%; of the methods, if the code has no"
              + " lines.")
  @Nullable String failUnder;

  @Mixin InjectionOptions injection = new InjectionOptions();
  @Mixin PlatformOption platform = new PlatformOption();
  @Mixin AppOptions app = new AppOptions();

  private final Terminal terminal;

  public CoverageCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    double limit = limit();
    if (injection.isModeAsked()) {
      throw CliException.usage("--mode of coverage", "omit it, or use --methods");
    }
    if (top < 0) {
      throw CliException.usage("--top " + top, "use 0 or more");
    }
    for (Path each : Stream.of(output, xml, html, never).filter(Objects::nonNull).toList()) {
      OutputFile.checkPlace(each);
    }
    try (var folder = TemporaryFolder.make()) {
      return call(folder.path(), limit);
    }
  }

  /** Finds the file of a program that is named as for {@code java}: by -cp and its class. */
  private void nameByClass() throws IOException {
    classPath = ClassPathFiles.of(classPath);
    if (mainClass == null && !classPath.isEmpty() && NamedProgram.is(file)) {
      var named = NamedProgram.of(file, classPath);
      file = named.file();
      mainClass = named.mainClass();
      classPath = named.others();
    }
  }

  private double limit() {
    if (failUnder == null) {
      return 0;
    }
    if (!PERCENT.matcher(failUnder).matches()
        || Double.parseDouble(failUnder.replace("%", "")) > 100) {
      throw CliException.usage("--fail-under " + failUnder, "write a percentage, as 80%");
    }
    return Double.parseDouble(failUnder.replace("%", "")) / 100;
  }

  private int call(Path folder, double limit) throws IOException {
    nameByClass();
    boolean isApp =
        mainClass == null && !Files.isDirectory(file) && app.runs(InputFile.check(file));
    if (!isApp && app.isAsked()) {
      throw CliException.usage(
          "steps for a file that is not an app: " + file,
          "use an APK with an activity for the launcher");
    }
    return isApp
        ? cover(AppSet.of(file, app.splits, folder), folder, limit)
        : program(folder, limit);
  }

  private int cover(AppSet set, Path folder, double limit) throws IOException {
    if (!arguments.isEmpty()) {
      throw CliException.usage(
          "an app has no arguments: " + arguments.getFirst(), "drive it with --do or --script");
    }
    CoverageRun run = inject(set.packages(), ClassPath.ofUnknownPlatform(), folder);
    if (!places.isEmpty()) {
      return report(run, read(run), limit);
    }
    Path own = app.data == null ? folder.resolve("app") : app.data.toAbsolutePath();
    app.splits = run.files().subList(1, run.files().size());
    AppRequest request =
        app.request(terminal, run.files().getFirst(), Files.createDirectories(own), 0, "");
    int exitCode;
    ReachedPlaces reached;
    try {
      AppRun ended = AppProcess.run(app.framework(terminal), request, List.of());
      app.report(request, ended);
      exitCode = AppEnd.conclude(terminal, ended, request);
      reached = run.reached(request.files());
    } finally {
      if (app.data != null) {
        AppRequest.clean(own);
      }
    }
    int answer = report(run, reached, limit);
    return exitCode != 0 ? exitCode : answer;
  }

  private int program(Path folder, double limit) throws IOException {
    List<DexProgram> used = new ArrayList<>();
    try (DexProgram program = code(file)) {
      for (Path each : classPath) {
        used.add(code(each));
      }
      List<DexProgram> all = new ArrayList<>(List.of(program));
      all.addAll(used);
      return program(all, folder, limit);
    } finally {
      used.forEach(DexProgram::close);
    }
  }

  private DexProgram code(Path each) throws IOException {
    var messages = new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8);
    return platform
        .at(app.api)
        .compile(each, classPath, app.dexLevel(), DexOptions.Dexing.DEBUG, messages);
  }

  private int program(List<DexProgram> programs, Path folder, double limit) throws IOException {
    Path original = programs.getFirst().path();
    CoverageRun run = inject(List.of(original), ClassPath.ofHostJdk(), folder);
    if (!places.isEmpty()) {
      return report(run, read(run), limit);
    }
    List<Path> path = new ArrayList<>(run.files());
    programs.stream().skip(1).map(DexProgram::path).forEach(path::add);
    Map<Path, Path> resources = new HashMap<>(DexProgram.resources(programs));
    Path beside = resources.get(original);
    if (beside != null) {
      resources.put(path.getFirst(), beside);
    }
    var started =
        new Program(path, Program.mainClass(original, mainClass)).withResources(resources);
    Path written = Files.createDirectories(folder.resolve("reached"));
    int exitCode = CoverageRun.run(started, Engine.TRANSLATED, arguments, written);
    int answer = report(run, run.reached(written), limit);
    return exitCode != 0 ? exitCode : answer;
  }

  private CoverageRun inject(List<Path> files, ClassPath classes, Path folder) throws IOException {
    Settings settings =
        injection
            .settings(files, classes, terminal::tell)
            .withMode(methodsOnly ? Mode.METHOD_COVERAGE : Mode.COVERAGE);
    CoverageRun run;
    try (var progress = new Progress(terminal, "instrumenting", 0, 0)) {
      progress.at(0);
      run = CoverageRun.inject(files, settings, folder);
    }
    run.report()
        .left()
        .forEach(each -> terminal.tell("not covered, " + each.method() + ": " + each.reason()));
    return run;
  }

  private ReachedPlaces read(CoverageRun run) throws IOException {
    ReachedPlaces all = null;
    for (Path each : places) {
      ReachedPlaces read =
          Files.isDirectory(each) ? run.reached(each) : ReachedPlaces.read(InputFile.check(each));
      if (!read.code().equals(run.code().name())) {
        throw CliException.badInput(
            "places of other code",
            each.toString(),
            "use the file, and the options for its methods, with which they were recorded");
      }
      all = all == null ? read : all.plus(read);
    }
    return Objects.requireNonNull(all);
  }

  private int report(CoverageRun run, ReachedPlaces reached, double limit) throws IOException {
    if (reached.reached().isEmpty()) {
      terminal.tell("nothing was reached of the code that is covered");
    }
    List<CoveredClass> classes = run.code().covered(reached.reached());
    new CoverageTable(terminal, by, top).print(classes);
    if (output != null) {
      OutputFile.write(output, out -> out.write(reached.text().getBytes(StandardCharsets.UTF_8)));
      terminal.out().println("places " + Terminal.plain(output.toString()));
    }
    if (xml != null) {
      OutputFile.write(xml, out -> JacocoXml.write(file.getFileName() + "", classes, out));
      terminal.out().println("report " + Terminal.plain(xml.toString()));
    }
    if (html != null) {
      OutputFile.write(html, out -> CoveragePage.write(file.getFileName() + "", classes, out));
      terminal.out().println("page " + Terminal.plain(html.toString()));
    }
    if (never != null) {
      byte[] list = never(classes).getBytes(StandardCharsets.UTF_8);
      OutputFile.write(never, out -> out.write(list));
      terminal.out().println("never ran " + Terminal.plain(never.toString()));
    }
    Counters sum = CoveredClass.sum(classes);
    Counter decides = sum.lines().total() > 0 ? sum.lines() : sum.methods();
    return (decides.share() < limit ? ExitCode.NO : ExitCode.DONE).code();
  }

  private static String never(List<CoveredClass> classes) {
    var text = new StringBuilder();
    for (CoveredClass each : classes) {
      List<CoveredMethod> missed = each.methods().stream().filter(of -> !of.hasRun()).toList();
      if (missed.size() == each.methods().size()) {
        text.append(each.name()).append('\n');
      } else {
        missed.forEach(of -> text.append(CoverageTable.name(each, of)).append('\n'));
      }
    }
    return text.toString();
  }
}
