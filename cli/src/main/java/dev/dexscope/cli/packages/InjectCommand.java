package dev.dexscope.cli.packages;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.preflight.Finding;
import dev.dexscope.apk.preflight.Preflight;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.compile.DexProgram;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.DeviceSteps;
import dev.dexscope.inject.InjectionReport;
import dev.dexscope.inject.Injector;
import dev.dexscope.inject.MethodName;
import dev.dexscope.inject.PackageChanges;
import dev.dexscope.inject.Settings;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.retrace.Mapping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dexscope inject}: an app that measures itself. */
@Command(
    name = "inject",
    description = "Puts the profiler into an app: packages, sets, bundles, jars or dex files.",
    footer = {
      "",
      "The output is of the same kind, aligned and signed. OUT.methods.txt names the methods"
          + " by",
      "the numbers that the app counts them by; the app has the same table inside. Small"
          + " methods",
      "that do no work and finalizers are skipped. Each changed method is verified as a device",
      "does it; one that would be worse than before remains unchanged and is listed.",
      "",
      "PATTERN: com.acme (a class, a package), com.acme.Foo#run (a method), @com.acme.Measured"
          + " (methods",
      "with the annotation); * matches any text.",
      "",
      "Examples:",
      "  dexscope inject app.apk -o profiled.apk --trace",
      "  dexscope inject app.apk -o profiled.apk --app-only",
      "  dexscope inject base.apk split_config.de.apk -o profiled/",
      "  dexscope inject app.xapk -o profiled.xapk --mode full --profileable",
      "  dexscope inject app.apk -o out.apk --include com.acme --exclude 'com.acme.log.*#format*'",
      "  dexscope inject app.aab -o out.aab --keystore my.p12 --keystore-pass env:PASS",
    })
public final class InjectCommand implements Callable<Integer> {
  private static final String NAMES = ".methods.txt";

  @Mixin PackageFiles packages = new PackageFiles();

  @Mixin InjectionOptions injection = new InjectionOptions();

  @Option(names = "--finalizers", description = "Instrument finalizers too.")
  boolean finalizers;

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description = "An R8 or ProGuard mapping: methods are named as in the sources.")
  @Nullable Path mapping;

  @Option(
      names = "--tau-conf",
      paramLabel = "FILE",
      description = "Settings for the profiler in the app, see docs/probe.md.")
  @Nullable Path tauConf;

  @Option(
      names = "--trace",
      description = "The app also writes a trace of all calls, for dexscope report and convert.")
  boolean trace;

  @Option(
      names = "--clock",
      paramLabel = "CLOCK",
      description =
          "wall (default): elapsed time; cpu: the threads' CPU time too, a system call at each"
              + " event; none: calls are counted only, at a quarter of the cost.")
  @Nullable String clock;

  @Option(
      names = "--tau-names",
      description =
          "The profiler in the app has TAU's name, edu.uoregon.TAU.Profiler, and its profiles name"
              + " methods as TAU for Android does, int p.C:m().")
  boolean tauNames;

  @Option(names = "--debuggable", description = "Allow debuggers to attach. Slows the app.")
  boolean debuggable;

  @Option(
      names = "--profileable",
      description = "Allow the shell to profile the app at its own speed (since Android 10).")
  boolean profileable;

  @Option(
      names = "--boot",
      paramLabel = "JAR",
      split = ":",
      description =
          "The platform to verify against: android.jar. Without it, what is not in the JDK is taken"
              + " to be right.")
  List<Path> boot = new ArrayList<>();

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Mixin KeyOptions key = new KeyOptions();

  private final Terminal terminal;

  public InjectCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    packages.check(NAMES);
    List<DexProgram> programs = new ArrayList<>();
    try {
      for (Path each : packages.files) {
        programs.add(
            DexProgram.of(each, new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8)));
      }
      return inject(programs.stream().map(DexProgram::path).toList()).code();
    } finally {
      for (DexProgram each : programs) {
        each.close();
      }
    }
  }

  private ExitCode inject(List<Path> code) throws IOException {
    PackageChanges changes = changes();
    Settings settings = settings(code);
    try (Injector app = Injector.open(code)) {
      checkPlaces(app, changes);
      Background<Optional<Signer>> signer = Background.start(() -> signer(app));
      if (key.isPrompting()) {
        signer.await();
      }
      Background<List<Finding>> preflight =
          Background.start(() -> app.isSigned() ? Preflight.of(code).findings() : List.of());
      InjectionReport report;
      List<Finding> findings;
      boolean isRefused;
      try (var progress = new Progress(terminal, "instrumenting", 0, 0)) {
        progress.at(0);
        report = app.inject(settings, changes);
        findings = preflight.await();
        isRefused = !injection.force() && findings.stream().anyMatch(InjectionOutput::isBlocker);
        if (!isRefused) {
          write(app, signer.await());
        }
      }
      var answer = new InjectionOutput(terminal, json, findings);
      if (isRefused) {
        answer.refuse();
        return ExitCode.NO;
      }
      answer.print(packages.output, report, injection.isLimited(), steps(app));
    }
    return ExitCode.DONE;
  }

  /** Fails for what these files have no place for, which else would be passed over in silence. */
  private static void checkPlaces(Injector app, PackageChanges changes) {
    if (changes.tauConf().isPresent() && !app.isArchived()) {
      throw CliException.usage(
          "a dex file has no place for --trace, --clock and --tau-conf",
          "use a jar or a package, or specify the settings where it runs: -Dtau.conf=FILE");
    }
    if ((changes.debuggable() || changes.profileable()) && !app.isSigned()) {
      throw CliException.usage(
          "no manifest for --debuggable or --profileable", "use a package or a bundle");
    }
  }

  private List<String> steps(Injector app) {
    Optional<Manifest> manifest = app.manifest();
    if (manifest.isEmpty()) {
      return List.of();
    }
    Path output = packages.output;
    String install =
        !packages.isSingle()
            ? DeviceSteps.installFolder(output)
            : switch (app.kind()) {
              case PACKAGE -> DeviceSteps.installPackage(output);
              case SET -> DeviceSteps.installSet(output);
              case BUNDLE -> DeviceSteps.installBundle(output);
            };
    return injection.isCovering()
        ? DeviceSteps.ofCoverage(manifest.get(), install, packages.files.getFirst())
        : DeviceSteps.of(manifest.get(), install, trace);
  }

  private Optional<Signer> signer(Injector app) throws IOException {
    return app.isSigned() ? Optional.of(new Signer(key.load(terminal))) : Optional.empty();
  }

  private Settings settings(List<Path> code) throws IOException {
    return injection
        .settings(code, platform(), terminal::tell)
        .withFinalizers(finalizers)
        .withNames(names())
        .withTauNames(tauNames);
  }

  private UnaryOperator<MethodName> names() throws IOException {
    if (mapping == null) {
      return UnaryOperator.identity();
    }
    Mapping original = Mapping.read(InputFile.check(mapping));
    return name -> {
      Method method =
          original.apply(
              new Method(
                  0, name.className(), name.name(), name.signature(), name.sourceFile(), -1));
      return new MethodName(
          method.className(), method.name(), method.signature(), name.sourceFile());
    };
  }

  private ClassPath platform() throws IOException {
    for (Path jar : boot) {
      InputFile.check(jar);
    }
    return boot.isEmpty()
        ? ClassPath.ofUnknownPlatform()
        : ClassPath.ofClassFiles(boot.toArray(Path[]::new));
  }

  private PackageChanges changes() throws IOException {
    Optional<byte[]> conf =
        tauConf == null
            ? Optional.empty()
            : Optional.of(Files.readAllBytes(InputFile.check(tauConf)));
    String options = (trace ? "TAU_TRACE=1\n" : "") + metrics();
    if (!options.isEmpty()) {
      var both = new ByteArrayOutputStream();
      both.writeBytes(options.getBytes(StandardCharsets.UTF_8));
      both.writeBytes(conf.orElse(new byte[0]));
      conf = Optional.of(both.toByteArray());
    }
    PackageChanges changes =
        PackageChanges.least().withDebuggable(debuggable).withProfileable(profileable);
    return conf.map(changes::withTauConf).orElse(changes);
  }

  private String metrics() {
    if (clock == null) {
      return "";
    }
    return switch (clock) {
      case "wall" -> "TAU_METRICS=TIME\n";
      case "cpu" -> "TAU_METRICS=TIME:CPU_TIME\n";
      case "none" -> {
        if (trace) {
          throw CliException.usage("a trace needs a clock", "omit --clock none or --trace");
        }
        yield "TAU_METRICS=NONE\n";
      }
      default -> throw CliException.usage("no clock " + clock, "use wall, cpu or none");
    };
  }

  private void write(Injector app, Optional<Signer> signer) throws IOException {
    Path output = packages.output;
    if (packages.isSingle()) {
      OutputFile.replace(output, temporary -> app.write(0, signer, temporary));
      OutputFile.write(PackageFiles.beside(output, NAMES), out -> out.write(app.names()));
    } else {
      OutputFolder.write(
          output,
          folder -> {
            for (int i = 0; i < packages.files.size(); i++) {
              app.write(i, signer, folder.resolve(packages.files.get(i).getFileName()));
            }
            Files.write(folder.resolve("methods.txt"), app.names());
          });
    }
  }
}
