package dev.dexscope.cli.programs;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Progress;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.compile.DexProgram;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.smali.SmaliWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope dump}: what stands in dex files, as text. */
@Command(
    name = "dump",
    description =
        "Shows classes as smali text; with --code or --output smali can assemble it again.",
    footer = {
      "",
      "Labels are addresses in code units: :L1a is 0x1a, where verify shows [0x1A].",
      "",
      "Examples:",
      "  dexscope dump app.apk",
      "  dexscope dump --code --class com.example.Main app.apk",
      "  dexscope dump --code --class 'com.example.net.*' classes2.dex",
      "  dexscope dump --output smali/ app.apk",
    })
public final class DumpCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description = "A dex file, APK, JAR or app bundle; class files and Java source by D8.")
  Path file = Path.of("");

  @Option(
      names = {"--class", "-c"},
      paramLabel = "NAME",
      description =
          "Only these classes: com.example.Main or Lcom/example/Main; where * is any text.")
  List<String> names = new ArrayList<>();

  @Option(names = "--code", description = "Show the code of methods too.")
  boolean code;

  @Option(
      names = {"--output", "-o"},
      paramLabel = "DIR",
      description = "Write a file with code for each class into a new folder instead.")
  @Nullable Path output;

  private final Terminal terminal;

  public DumpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    try (DexProgram program =
        DexProgram.of(
            InputFile.check(file), new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))) {
      return dump(DexFile.open(program.path()));
    }
  }

  private int dump(List<DexFile> files) throws IOException {
    List<ClassDef> classes = new ArrayList<>();
    Predicate<String> wanted = wanted();
    for (DexFile dex : files) {
      for (ClassDef each : dex.classes()) {
        if (wanted.test(each.type())) {
          classes.add(each);
        }
      }
    }
    if (classes.isEmpty() && !names.isEmpty()) {
      throw CliException.badInput(
          "no class " + String.join(", ", names), file, "names are those of the file, see dump");
    }
    Path folder = output;
    if (folder != null) {
      OutputFolder.write(folder, into -> writeFiles(classes, into));
    } else {
      print(files, classes);
    }
    return ExitCode.DONE.code();
  }

  private Predicate<String> wanted() {
    if (names.isEmpty()) {
      return _ -> true;
    }
    List<Pattern> patterns = new ArrayList<>();
    for (String each : names) {
      String descriptor = each.startsWith("L") && each.endsWith(";") ? each : descriptor(each);
      patterns.add(Pattern.compile(Pattern.quote(descriptor).replace("*", "\\E.*\\Q")));
    }
    return type -> patterns.stream().anyMatch(each -> each.matcher(type).matches());
  }

  private static String descriptor(String name) {
    return "L" + name.replace('.', '/') + ";";
  }

  private void print(List<DexFile> files, List<ClassDef> classes) throws IOException {
    // The terminal's stream flushes each line; a dump has millions.
    Writer out =
        new BufferedWriter(new OutputStreamWriter(terminal.out(), StandardCharsets.UTF_8), 1 << 16);
    if (names.isEmpty()) {
      for (DexFile dex : files) {
        out.append(summary(dex));
      }
    }
    var writer = new SmaliWriter(out, code);
    for (ClassDef each : classes) {
      out.append('\n');
      writer.write(each);
    }
    out.flush();
  }

  private static String summary(DexFile dex) {
    return "# %s: version 0%d, %d bytes; %d classes, %d strings, %d types, %d prototypes, %d fields, %d methods%n"
        .formatted(
            dex.name(),
            dex.version(),
            dex.size(),
            dex.classCount(),
            dex.stringCount(),
            dex.typeCount(),
            dex.protoCount(),
            dex.fieldCount(),
            dex.methodCount());
  }

  private void writeFiles(List<ClassDef> classes, Path folder) throws IOException {
    int done = 0;
    try (var progress =
        new Progress(terminal, "writing " + classes.size() + " classes", classes.size())) {
      for (ClassDef each : classes) {
        Path target = target(folder, each.type());
        Files.createDirectories(target.resolveSibling(""));
        try (Writer out = Files.newBufferedWriter(target)) {
          new SmaliWriter(out, true).write(each);
        }
        progress.at(++done);
      }
    }
  }

  /** Class names are input: they must not lead out of the folder. */
  private Path target(Path folder, String type) {
    String name = type.startsWith("L") && type.endsWith(";") ? type.substring(1) : type + ";";
    try {
      Path target = folder.resolve(name.substring(0, name.length() - 1) + ".smali").normalize();
      if (target.startsWith(folder) && !target.equals(folder)) {
        return target;
      }
    } catch (InvalidPathException _) {
      // Refused below.
    }
    throw CliException.badInput("class " + type + " has no name for a file", file, "omit --output");
  }
}
