package dev.dexscope.cli.programs;

import dev.dexscope.apk.sign.Signer;
import dev.dexscope.apps.AppProcess;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppSet;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.Method;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.baseline.ArtProfile;
import dev.dexscope.baseline.DexProfile;
import dev.dexscope.baseline.Names;
import dev.dexscope.baseline.ProfileReader;
import dev.dexscope.baseline.ProfileVersion;
import dev.dexscope.baseline.ProfileWriter;
import dev.dexscope.baseline.Rule;
import dev.dexscope.baseline.Rules;
import dev.dexscope.baseline.StartPages;
import dev.dexscope.baseline.TraceRules;
import dev.dexscope.baseline.Use;
import dev.dexscope.cli.packages.KeyOptions;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.compile.DexLayout;
import dev.dexscope.trace.TraceOptions;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.retrace.Mapping;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope baseline}: what Android compiles of an app before it starts it. */
@Command(
    name = "baseline",
    description =
        "Makes the baseline profile of an app: the methods and classes of its start, which Android"
            + " compiles when it installs the app.",
    footer = {
      "",
      "Without traces the app is started here, and used by the steps, if there are any. With them,",
      "each is a start; --after names those of the use after it. Methods of starts are hot (HS),",
      "methods called after it are marked by P, and hot from --hot calls on. What the package does",
      "not have is left out. The profile that the package has already is a part of the new one.",
      "",
      "Examples:",
      "  dexscope baseline app.apk                              # baseline-prof.txt",
      "  dexscope baseline app.apk --do 'tap:id/list; back' --into fast.apk",
      "  dexscope baseline app.apk start1.trace start2.trace --after browse.trace",
      "  dexscope baseline app.apk --do 'swipe:up' --into fast.apk --layout",
      "  dexscope baseline app.apk --rules library.txt --binary app.dm --format 015",
      "  dexscope baseline app.apk --check baseline-prof.txt    # 1 if it misses half of a start",
      "  dexscope baseline --show app.apk",
      "  dexscope baseline --show primary.prof app.apk --mapping mapping.txt",
    })
public final class BaselineCommand implements Callable<Integer> {
  private static final String PROFILE = "assets/dexopt/baseline.prof";
  private static final String METADATA = "assets/dexopt/baseline.profm";
  private static final String INSTALLED = "primary.prof";
  private static final double ENOUGH = 0.5;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "The package, and traces of its starts.")
  List<Path> files = new ArrayList<>();

  @Option(
      names = "--show",
      paramLabel = "FILE",
      description =
          "Print what a profile (.prof, .dm), a package or a file of rules has, with the names of"
              + " the package, if one is given.")
  @Nullable Path shown;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where the rules are written; default baseline-prof.txt.")
  @Nullable Path output;

  @Option(
      names = "--after",
      paramLabel = "TRACE",
      description = "A trace of the app's use after the start; several times for several.")
  List<Path> after = new ArrayList<>();

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description =
          "Rules of libraries, or from before, which may be patterns; several times for several.")
  List<Path> more = new ArrayList<>();

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description =
          "R8's mapping of the package: rules are written by the names of the source, and read by"
              + " these, too.")
  @Nullable Path mapping;

  @Option(
      names = "--hot",
      paramLabel = "CALLS",
      description =
          "From how many calls on a method after the start is hot; default ${DEFAULT-VALUE}.")
  int hot = 10;

  @Option(
      names = "--starts",
      paramLabel = "N",
      description =
          "In how many of several starts a method has to be called to be one of the start; default"
              + " ${DEFAULT-VALUE}.")
  int starts = 1;

  @Option(
      names = "--layout",
      description =
          "With --into: also order the code by the start, by D8, so that fewer pages of it are"
              + " read.")
  boolean layout;

  @Option(
      names = "--binary",
      paramLabel = "FILE",
      description =
          "Also write it as a device's runtime has it: a profile, or, if the name ends with .dm,"
              + " the archive that is installed beside the package.")
  @Nullable Path binary;

  @Option(
      names = "--format",
      paramLabel = "VERSION",
      description =
          "Of that file: 001 (Android 7), 005 (8.0), 009 (8.1), 010 (9 to 11, and in packages) or"
              + " 015 (12 and later); default ${DEFAULT-VALUE}.")
  String format = ProfileVersion.P.number();

  @Option(
      names = "--into",
      paramLabel = "APK",
      description = "Also write the package with the profile, signed.")
  @Nullable Path into;

  @Option(
      names = "--check",
      paramLabel = "FILE",
      description =
          "Compare with rules from before, and write nothing; exit code 1 when they have less than"
              + " half of the methods of the start.")
  @Nullable Path check;

  @Mixin AppOptions app = new AppOptions();
  @Mixin KeyOptions key = new KeyOptions();

  private final Terminal terminal;

  public BaselineCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (shown != null) {
      return show(shown).code();
    }
    if (files.isEmpty()) {
      throw CliException.usage("no package", "name one: dexscope baseline app.apk");
    }
    ProfileVersion version = version();
    checkLayout();
    InputFile.check(files.getFirst());
    try (var folder = TemporaryFolder.make()) {
      return make(base(files.getFirst(), folder.path()), version);
    }
  }

  /** Returns the package with the code, of a set of packages its base. */
  private Path base(Path file, Path folder) throws IOException {
    try (ZipArchive archive = ZipArchive.open(file)) {
      if (archive.find("classes.dex").isPresent()) {
        return file;
      }
    }
    return AppSet.of(file, app.splits, folder).packages().getFirst();
  }

  private int make(Path apk, ProfileVersion version) throws IOException {
    // All that can be wrong with what is given comes before the app's start.
    Names names = names();
    Rules given = rules();
    Rules known = check == null ? null : Rules.read(InputFile.check(check));
    List<ArtProfile.Code> code = ArtProfile.codeOf(apk);
    var made = new TraceRules(code, hot, starts);
    int exitCode = files.size() > 1 ? read(made) : run(files.getFirst(), made);
    if (exitCode != 0) {
      return exitCode;
    }
    Rules rules = made.rules();
    if (known != null) {
      Rules named = ArtProfile.of(known, code, names).rules(code, Names.OF_PACKAGE);
      return compare(rules, named, code, names).code();
    }
    Rules together = rules.with(given).with(packaged(apk, code));
    if (!layout) {
      write(apk, code, together, made.starting(), names, version);
      return ExitCode.DONE.code();
    }
    try (var folder = TemporaryFolder.make()) {
      Path laid = folder.path().resolve("laid.apk");
      Rules start = ArtProfile.of(together, code, names).rules(code, Names.OF_PACKAGE).ofStart();
      DexLayout.lay(apk, start.text(), Signer.minSdk(List.of(apk)), laid);
      List<ArtProfile.Code> ordered = ArtProfile.codeOf(laid);
      report(StartPages.of(code, start), StartPages.of(ordered, start));
      write(laid, ordered, together, made.starting(), names, version);
    }
    return ExitCode.DONE.code();
  }

  private void report(StartPages before, StartPages after) {
    terminal
        .out()
        .printf(
            Locale.ROOT,
            "pages with code of the start: %d before, in %d files, %d after, in %d%n",
            before.pages(),
            before.files(),
            after.pages(),
            after.files());
  }

  private void write(
      Path apk,
      List<ArtProfile.Code> code,
      Rules together,
      int starting,
      Names names,
      ProfileVersion version)
      throws IOException {
    ArtProfile profile = ArtProfile.of(together, code, names);
    Rules all = profile.rules(code, names);
    report(starting, all);
    write(apk, profile, all, version);
  }

  private void checkLayout() throws IOException {
    if (starts < 1) {
      throw CliException.usage("--starts " + starts, "use 1 or more");
    }
    if (layout && into == null) {
      throw CliException.usage("--layout without --into", "name the package that is to be written");
    }
    if (layout && Signer.minSdk(List.of(InputFile.check(files.getFirst()))) < DexLayout.FIRST_API) {
      throw CliException.badInput(
          "it runs on Android below 5, which loads classes.dex only",
          files.getFirst().toString(),
          "omit --layout, or set uses-sdk@minSdkVersion=21 with dexscope manifest");
    }
  }

  private ProfileVersion version() {
    for (ProfileVersion each : ProfileVersion.values()) {
      if (each.number().equals(format)) {
        return each;
      }
    }
    throw CliException.usage("--format " + format, "use 001, 005, 009, 010 or 015");
  }

  private Names names() throws IOException {
    return mapping == null
        ? Names.OF_PACKAGE
        : Names.ofSource(Mapping.read(InputFile.check(mapping)));
  }

  private Rules rules() throws IOException {
    Rules rules = Rules.NONE;
    for (Path each : more) {
      rules = rules.with(Rules.read(InputFile.check(each)));
    }
    return rules;
  }

  private int read(TraceRules rules) throws IOException {
    TraceOptions options = TraceOptions.PLAIN.withoutPaths(true);
    for (Path each : files.subList(1, files.size())) {
      rules.addStart(TraceReader.open(InputFile.check(each), options));
    }
    for (Path each : after) {
      rules.addUse(TraceReader.open(InputFile.check(each), options));
    }
    return 0;
  }

  /** Starts the app, and once more where it is to be used. */
  private int run(Path apk, TraceRules rules) throws IOException {
    TraceOptions options = TraceOptions.PLAIN.withoutPaths(true);
    try (var folder = TemporaryFolder.make()) {
      Path trace = folder.path().resolve("start.trace");
      AppRequest request = request(apk, folder.path().resolve("start"), trace);
      int exitCode = run(request.ofStart());
      if (exitCode != 0) {
        return exitCode;
      }
      rules.addStart(TraceReader.open(trace, options));
      if (request.equals(request.ofStart())) {
        return 0;
      }
      Path used = folder.path().resolve("use.trace");
      request = request(apk, folder.path().resolve("use"), used);
      exitCode = run(request);
      if (exitCode == 0) {
        rules.addUse(TraceReader.open(used, options));
      }
      return exitCode;
    }
  }

  private AppRequest request(Path apk, Path folder, Path trace) throws IOException {
    Path own = app.data == null ? folder : app.data.toAbsolutePath();
    return app.request(terminal, apk, Files.createDirectories(own), 0, trace.toString());
  }

  private int run(AppRequest request) throws IOException {
    try {
      AppRun run = AppProcess.run(app.framework(terminal), request, List.of());
      if (!request.tests().isEmpty()) {
        app.report(request, run);
      }
      return AppEnd.conclude(terminal, run, request);
    } finally {
      if (app.data != null) {
        AppRequest.clean(app.data.toAbsolutePath());
      }
    }
  }

  /** The rules of the profile that the package has. */
  private static Rules packaged(Path apk, List<ArtProfile.Code> code) throws IOException {
    ArtProfile profile = packaged(apk);
    return profile == null ? Rules.NONE : profile.rules(code, Names.OF_PACKAGE);
  }

  private static @Nullable ArtProfile packaged(Path apk) throws IOException {
    try (ZipArchive archive = ZipArchive.open(apk)) {
      Optional<Entry> profile = archive.find(PROFILE).or(() -> archive.find(INSTALLED));
      if (profile.isEmpty()) {
        return null;
      }
      ArtProfile read =
          ProfileReader.profile(apk + "!" + profile.get().name(), profile.get().read()).profile();
      Optional<Entry> beside = archive.find(METADATA);
      return beside.isEmpty()
          ? read
          : ProfileReader.withMetadata(read, apk + "!" + METADATA, beside.get().read());
    }
  }

  private void report(int starting, Rules all) {
    long methods = all.all().stream().filter(each -> !each.member().isEmpty()).count();
    terminal
        .out()
        .printf(
            Locale.ROOT,
            "methods of the start: %d, of the whole profile: %d, with classes: %d%n",
            starting,
            methods,
            all.all().size() - methods);
  }

  private void write(Path apk, ArtProfile profile, Rules rules, ProfileVersion version)
      throws IOException {
    Path text = output == null ? Path.of("baseline-prof.txt") : output;
    if (output != null || (binary == null && into == null)) {
      OutputFile.write(text, out -> out.write(rules.text().getBytes(StandardCharsets.UTF_8)));
      terminal.out().println(text);
    }
    if (binary != null) {
      byte[] bytes = ProfileWriter.profile(profile.installed("base.apk", version), version);
      if (binary.toString().endsWith(".dm")) {
        var archive = new ZipRewriter(ZipArchive.empty(binary.toString()));
        archive.put(INSTALLED, Method.STORED, bytes);
        OutputFile.replace(binary, archive::write);
      } else {
        OutputFile.write(binary, out -> out.write(bytes));
      }
      terminal.out().println(binary);
    }
    if (into != null) {
      try (ZipArchive archive = ZipArchive.open(apk)) {
        // Stored: it is compressed in itself, and read by the system.
        var changed =
            new ZipRewriter(archive)
                .put(PROFILE, Method.STORED, ProfileWriter.profile(profile, ProfileVersion.P))
                .put(METADATA, Method.STORED, ProfileWriter.metadata(profile));
        var signer = new Signer(key.load(terminal));
        int minSdk = Signer.minSdk(List.of(apk));
        OutputFile.replace(into, signed -> signer.sign(changed, minSdk, signed, Optional.empty()));
      }
      terminal.out().println(into);
    }
  }

  /** Prints which methods of the start rules do not name. */
  private ExitCode compare(Rules made, Rules named, List<ArtProfile.Code> code, Names names) {
    List<Rule> missing = new ArrayList<>();
    long starting = 0;
    for (Rule each : made.all()) {
      if (each.uses().contains(Use.STARTUP)) {
        starting++;
        if (!isHot(named, each)) {
          missing.add(each);
        }
      }
    }
    for (Rule each :
        ArtProfile.of(Rules.of(missing), code, Names.OF_PACKAGE).rules(code, names).all()) {
      terminal.out().println(each);
    }
    terminal
        .out()
        .printf(
            Locale.ROOT, "%d of %d methods of the start are not in it%n", missing.size(), starting);
    return missing.size() > ENOUGH * starting ? ExitCode.NO : ExitCode.DONE;
  }

  private static boolean isHot(Rules named, Rule rule) {
    int at = Collections.binarySearch(named.all(), rule);
    return at >= 0 && named.all().get(at).uses().contains(Use.HOT);
  }

  private ExitCode show(Path file) throws IOException {
    InputFile.check(file);
    Names names = names();
    List<ArtProfile.Code> code = null;
    if (!files.isEmpty()) {
      code = ArtProfile.codeOf(InputFile.check(files.getFirst()));
    }
    byte[] head = new byte[4];
    try (var in = Files.newInputStream(file)) {
      in.readNBytes(head, 0, head.length);
    }
    if (head[0] == 'P' && head[1] == 'K') {
      ArtProfile profile = packaged(file);
      if (profile == null) {
        terminal.out().println("no profile");
        return ExitCode.NO;
      }
      print(
          profile,
          code == null && !file.toString().endsWith(".dm") ? ArtProfile.codeOf(file) : code,
          names);
    } else if (head[0] == 'p' && head[1] == 'r' && head[2] == 'o') {
      var found = ProfileReader.profile(file.toString(), Files.readAllBytes(file));
      terminal.out().println("# version " + found.version().number());
      print(found.profile(), code, names);
    } else {
      Rules rules = Rules.read(file);
      terminal
          .out()
          .print(
              code == null
                  ? rules.text()
                  : ArtProfile.of(rules, code, names).rules(code, names).text());
    }
    return ExitCode.DONE;
  }

  private void print(ArtProfile profile, @Nullable List<ArtProfile.Code> code, Names names) {
    for (DexProfile each : profile.dexFiles()) {
      terminal
          .out()
          .printf(
              Locale.ROOT,
              "# %s, checksum %08x: %d methods, %d classes%n",
              Terminal.plain(each.key()),
              each.checksum(),
              each.methods().size(),
              Math.max(each.types().size(), each.definitions().size()));
    }
    if (code != null) {
      terminal.out().print(profile.rules(code, names).text());
    }
  }
}
