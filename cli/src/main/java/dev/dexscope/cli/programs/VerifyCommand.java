package dev.dexscope.cli.programs;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.compile.DexProgram;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Failure;
import dev.dexscope.dex.verify.verdict.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope verify}: would a device accept this code? */
@Command(
    name = "verify",
    description = "Verifies code as an Android device does, and reports why it would be rejected.",
    footer = {
      "",
      "Verdicts: HARD - rejected, its first use throws VerifyError; LOAD_FAILED - cannot be loaded with",
      "the classes that are known; SOFT and ACCESS_CHECKS - runs, slower, and throws where something",
      "is missing or not accessible. Without --boot the host JDK is the platform: what names",
      "android.* classes is then SOFT, ACCESS_CHECKS or LOAD_FAILED.",
      "Exit code 1 when a class is HARD.",
      "",
      "Examples:",
      "  dexscope verify app.apk",
      "  dexscope verify --boot $ANDROID_HOME/platforms/android-34/android.jar app.apk",
      "  dexscope verify --all --json classes.dex",
      "  dexscope verify --engine art app.apk",
    })
public final class VerifyCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Dex files, APKs or jars, all of one application; class files and Java source by D8.")
  List<Path> files = new ArrayList<>();

  @Option(
      names = "--boot",
      paramLabel = "JAR",
      split = ":",
      description = "The platform: jars of class files, android.jar. Default: the host JDK.")
  List<Path> boot = new ArrayList<>();

  @Option(
      names = {"--class-path", "-cp"},
      paramLabel = "FILE",
      split = ":",
      description = "Libraries that the application is loaded with; not verified themselves.")
  List<Path> classPath = new ArrayList<>();

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description =
          "translated or interpreted (both: Dexscope's verifier, default), or art: that of Android's own"
              + " runtime, with its platform (see dexscope art).")
  ProgramEngine engine = ProgramEngine.TRANSLATED;

  @Option(
      names = "--all",
      description = "Show each failure, not only those of rejected and unloadable classes.")
  boolean all;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  private final Terminal terminal;

  public VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    List<ClassVerdict> verdicts = verify();
    Map<Verdict, Integer> totals = new EnumMap<>(Verdict.class);
    for (ClassVerdict each : verdicts) {
      totals.merge(each.verdict(), 1, Integer::sum);
    }
    if (json) {
      Json.print(terminal.out(), out -> write(out, verdicts, totals));
    } else {
      print(terminal.out(), verdicts, totals);
    }
    return totals.containsKey(Verdict.HARD) ? ExitCode.NO.code() : ExitCode.DONE.code();
  }

  private List<ClassVerdict> verify() throws IOException {
    for (List<Path> each : List.of(files, boot, classPath)) {
      for (Path path : each) {
        InputFile.check(path);
      }
    }
    if (engine == ProgramEngine.ART && !boot.isEmpty()) {
      throw CliException.usage("--boot with --engine art", "omit it: that runtime has its own");
    }
    List<DexProgram> programs = new ArrayList<>();
    try {
      for (Path each : files) {
        programs.add(
            DexProgram.of(each, new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8)));
      }
      List<Path> code = programs.stream().map(DexProgram::path).toList();
      return engine == ProgramEngine.ART
          ? ArtVerdicts.of(code, classPath)
          : Verifier.ofFiles(path(), code.toArray(Path[]::new)).verify();
    } finally {
      for (DexProgram each : programs) {
        each.close();
      }
    }
  }

  private ClassPath path() throws IOException {
    ClassPath platform =
        boot.isEmpty() ? ClassPath.ofHostJdk() : ClassPath.ofClassFiles(boot.toArray(Path[]::new));
    return platform.withLibraries(classPath.toArray(Path[]::new));
  }

  private boolean isShown(Verdict verdict) {
    return verdict.compareTo(all ? Verdict.OK : Verdict.SOFT) > 0;
  }

  private void print(PrintStream out, List<ClassVerdict> verdicts, Map<Verdict, Integer> totals) {
    for (ClassVerdict verdict : verdicts) {
      if (isShown(verdict.verdict())) {
        out.println(verdict.verdict() + " " + verdict.className());
        for (Failure failure : verdict.failures()) {
          if (isShown(failure.problem().verdict())) {
            out.println("  " + failure);
          }
        }
      }
    }
    var summary = new StringBuilder();
    for (Verdict each : Verdict.values()) {
      summary
          .append(summary.isEmpty() ? "" : ", ")
          .append(name(each).replace('_', ' '))
          .append(' ')
          .append(totals.getOrDefault(each, 0));
    }
    out.println(summary);
  }

  private static String name(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  private void write(JsonGenerator out, List<ClassVerdict> verdicts, Map<Verdict, Integer> totals)
      throws IOException {
    out.writeStartObject();
    out.writeObjectFieldStart("totals");
    for (Verdict each : Verdict.values()) {
      out.writeNumberField(name(each), totals.getOrDefault(each, 0));
    }
    out.writeEndObject();
    out.writeArrayFieldStart("classes");
    for (ClassVerdict verdict : verdicts) {
      if (isShown(verdict.verdict())) {
        write(out, verdict);
      }
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void write(JsonGenerator out, ClassVerdict verdict) throws IOException {
    out.writeStartObject();
    out.writeStringField("class", verdict.className());
    out.writeStringField("file", verdict.dexFile());
    out.writeStringField("verdict", name(verdict.verdict()));
    out.writeArrayFieldStart("failures");
    for (Failure failure : verdict.failures()) {
      if (isShown(failure.problem().verdict())) {
        out.writeStartObject();
        out.writeStringField("problem", failure.problem().name().toLowerCase(Locale.ROOT));
        if (!failure.method().isEmpty()) {
          out.writeStringField("method", failure.method());
        }
        if (failure.dexPc() >= 0) {
          out.writeNumberField("dexPc", failure.dexPc());
        }
        out.writeStringField("reason", failure.reason());
        out.writeEndObject();
      }
    }
    out.writeEndArray();
    out.writeEndObject();
  }
}
