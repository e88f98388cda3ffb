package dev.dexscope.cli.packages;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.apk.preflight.Finding;
import dev.dexscope.apk.preflight.Preflight;
import dev.dexscope.apk.preflight.Severity;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.InjectionReport;
import dev.dexscope.inject.Injector;
import dev.dexscope.inject.Left;
import dev.dexscope.inject.MethodName;
import dev.dexscope.inject.PackageChanges;
import dev.dexscope.inject.Settings;
import dev.dexscope.inject.Skip;
import dev.dexscope.trace.Mapping;
import dev.dexscope.trace.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope inject}: an app that measures itself. */
@Command(
    name = "inject",
    description = "Puts the profiler into an app: packages, sets, bundles, jars or dex files.",
    footer = {
      "",
      "What comes out is of the same kind, aligned and signed. OUT.methods.txt names the methods"
          + " by",
      "the numbers that the app counts them by; the app has the same table inside. Methods of up"
          + " to",
      "three instructions and finalizers are left out. Each changed method is verified as a device",
      "does it; one that would fare worse than before stays as it was and is listed.",
      "",
      "PATTERN: com.acme (a class, a package), com.acme.Foo#run (a method), @com.acme.Measured"
          + " (what",
      "has the annotation); * stands for any text.",
      "",
      "Examples:",
      "  dexscope inject app.apk -o profiled.apk",
      "  dexscope inject base.apk split_config.de.apk -o profiled/",
      "  dexscope inject app.xapk -o profiled.xapk --mode handlers --profileable",
      "  dexscope inject app.apk -o out.apk --include com.acme --exclude 'com.acme.log.*#format*'",
      "  dexscope inject app.aab -o out.aab --keystore my.p12 --keystore-pass env:PASS",
    })
public final class InjectCommand implements Callable<Integer> {
  private static final int LEFT_SHOWN = 20;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "A package with its splits, a set (.apks, .xapk), a bundle, a jar, a dex file.")
  List<Path> files = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "The changed file; a new folder where there are several.")
  Path output = Path.of("");

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
      description = "Settings for the profiler in the app, see docs/runtime.md.")
  @Nullable Path tauConf;

  @Option(
      names = "--tau-names",
      description = "The profiler in the app has TAU's name, edu.uoregon.TAU.Profiler.")
  boolean tauNames;

  @Option(names = "--debuggable", description = "Let debuggers attach. Slows the app.")
  boolean debuggable;

  @Option(
      names = "--profileable",
      description = "Let the shell profile the app at its own speed (since Android 10).")
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
    checkFiles();
    Settings settings = settings();
    PackageChanges changes = changes();
    try (Injector app = Injector.open(files)) {
      Background<Optional<Signer>> signer = Background.start(() -> signer(app));
      if (key.isPrompting()) {
        signer.await();
      }
      Background<List<Finding>> preflight =
          Background.start(() -> app.isSigned() ? Preflight.of(files).findings() : List.of());
      InjectionReport report;
      List<Finding> findings;
      boolean isRefused;
      try (var progress = new Progress(terminal, "instrumenting", 0, 0)) {
        progress.at(0);
        report = app.inject(settings, changes);
        findings = preflight.await();
        isRefused = !injection.force() && findings.stream().anyMatch(InjectCommand::isBlocker);
        if (!isRefused) {
          write(app, signer.await());
        }
      }
      if (isRefused) {
        refuse(findings);
        return ExitCode.NO.code();
      }
      if (json) {
        Json.print(terminal.out(), out -> write(out, report, findings));
      } else {
        print(report, findings);
      }
    }
    return ExitCode.DONE.code();
  }

  private Optional<Signer> signer(Injector app) throws IOException {
    return app.isSigned() ? Optional.of(new Signer(key.load())) : Optional.empty();
  }

  private void checkFiles() throws IOException {
    Set<Path> names = new HashSet<>();
    for (Path file : files) {
      InputFile.check(file);
      if (!names.add(file.getFileName())) {
        throw CliException.usage("two files are named " + file.getFileName(), "rename one");
      }
    }
    OutputFile.checkApart(output, files);
    OutputFile.checkApart(namesOf(output), files);
  }

  private Settings settings() throws IOException {
    return new Settings(
            injection.mode(),
            injection.selection(this::warn),
            injection.all,
            finalizers,
            names(),
            platform())
        .withTauNames(tauNames)
        .withForce(injection.force());
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
    return new PackageChanges(debuggable, profileable, conf);
  }

  private void write(Injector app, Optional<Signer> signer) throws IOException {
    if (files.size() == 1) {
      OutputFile.replace(output, temporary -> app.write(0, signer, temporary));
      OutputFile.write(namesOf(output), out -> out.write(app.names()));
    } else {
      OutputFolder.write(
          output,
          folder -> {
            for (int i = 0; i < files.size(); i++) {
              app.write(i, signer, folder.resolve(files.get(i).getFileName()));
            }
            Files.write(folder.resolve("methods.txt"), app.names());
          });
    }
  }

  private static Path namesOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".methods.txt");
  }

  private static boolean isBlocker(Finding finding) {
    return finding.severity() == Severity.BLOCKER;
  }

  /** It would not install or not run: whoever knows better says so. */
  private void refuse(List<Finding> findings) throws IOException {
    if (json) {
      Json.print(
          terminal.out(),
          out -> {
            out.writeStartObject();
            writeFindings(out, findings);
            out.writeEndObject();
          });
    }
    findings.stream().filter(InjectCommand::isBlocker).forEach(this::warn);
    warn("nothing is written: see above, or go on with --force");
  }

  private void warn(Finding finding) {
    warn(
        finding.severity().name().toLowerCase(Locale.ROOT)
            + " "
            + finding.id()
            + ": "
            + finding.what()
            + "; "
            + finding.advice());
  }

  private void warn(String text) {
    terminal.err().println("dexscope: " + plain(text));
  }

  /** Names come from the app: they must not move the terminal's cursor. */
  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  private void print(InjectionReport report, List<Finding> findings) throws IOException {
    var out = terminal.out();
    findings.forEach(this::warn);
    report.notes().forEach(this::warn);
    out.printf(Locale.ROOT, "%,10d methods%n", report.seen());
    out.printf(Locale.ROOT, "%,10d instrumented%n", report.instrumented());
    for (Skip each : Skip.values()) {
      int count = report.skipped().getOrDefault(each, 0);
      if (count > 0) {
        out.printf(Locale.ROOT, "%,10d left out: %s%n", count, each.words());
      }
    }
    if (!report.left().isEmpty()) {
      out.printf(Locale.ROOT, "%,10d could not be instrumented:%n", report.left().size());
      for (Left each : report.left().subList(0, Math.min(LEFT_SHOWN, report.left().size()))) {
        out.println("  " + plain(each.method()) + ": " + plain(each.reason()));
      }
      if (report.left().size() > LEFT_SHOWN) {
        out.println("  ... all of them with --json");
      }
    }
    if (report.openClasses() > 0) {
      out.printf(
          Locale.ROOT,
          "%,10d classes extend unknown ones: checked without them, in full with --boot%n",
          report.openClasses());
    }
    out.printf(
        Locale.ROOT,
        "code %,d -> %,d bytes (%+.1f %%)%n",
        report.dexBefore(),
        report.dexAfter(),
        100.0 * (report.dexAfter() - report.dexBefore()) / Math.max(1, report.dexBefore()));
    out.println("written " + output);
  }

  private void write(JsonGenerator out, InjectionReport report, List<Finding> findings)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("output", output.toString());
    out.writeNumberField("methods", report.seen());
    out.writeNumberField("instrumented", report.instrumented());
    out.writeObjectFieldStart("skipped");
    for (Map.Entry<Skip, Integer> each : new java.util.TreeMap<>(report.skipped()).entrySet()) {
      out.writeNumberField(each.getKey().name().toLowerCase(Locale.ROOT), each.getValue());
    }
    out.writeEndObject();
    out.writeArrayFieldStart("left");
    for (Left each : report.left()) {
      out.writeStartObject();
      out.writeStringField("method", each.method());
      out.writeStringField("reason", each.reason());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeNumberField("openClasses", report.openClasses());
    out.writeNumberField("codeBefore", report.dexBefore());
    out.writeNumberField("codeAfter", report.dexAfter());
    out.writeArrayFieldStart("notes");
    for (String each : report.notes()) {
      out.writeString(each);
    }
    out.writeEndArray();
    writeFindings(out, findings);
    out.writeEndObject();
  }

  private static void writeFindings(JsonGenerator out, List<Finding> findings) throws IOException {
    out.writeArrayFieldStart("findings");
    for (Finding each : findings) {
      out.writeStartObject();
      out.writeStringField("severity", each.severity().name().toLowerCase(Locale.ROOT));
      out.writeStringField("id", each.id());
      out.writeStringField("where", each.where());
      out.writeStringField("what", each.what());
      out.writeStringField("advice", each.advice());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
