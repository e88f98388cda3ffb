package dev.dexscope.cli.programs;

import dev.dexscope.apps.AppFramework;
import dev.dexscope.apps.PlatformProcess;
import dev.dexscope.compile.CompileException;
import dev.dexscope.compile.DexOptions;
import dev.dexscope.compile.DexProgram;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.vm.Platform;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option for the platform under a program that is no app: the classes of {@code android} that
 * the VM has by itself, which start at once, or the whole framework, in a process of its own.
 */
final class PlatformOption {
  /** A platform. */
  enum Kind {
    CORE,
    ANDROID
  }

  private static final String MAIN = "dev.dexscope.cli.Main";

  /** Begins the property with the dex code of a source, which the other process need not make. */
  private static final String MADE = "dexscope.made:";

  /** Packages of the framework, in dex form. */
  private static final List<String> FRAMEWORK =
      List.of("Landroid/", "Lcom/android/internal/", "Lorg/xmlpull/", "Ljavax/microedition/");

  /** Libraries that begin like the framework. */
  private static final List<String> LIBRARIES =
      List.of("Landroid/support/", "Landroid/arch/", "Landroid/databinding/", "Landroid/test/");

  /** One of each of our jars with classes of the platform. */
  private static final List<String> OWN = List.of("android.os.Debug", "dalvik.system.VMDebug");

  /** A source that names the framework, or what is there like it. */
  private static final Pattern NAMED =
      Pattern.compile("\\b(android|dalvik|org\\.json|org\\.xmlpull|libcore)\\.");

  @Option(
      names = "--platform",
      paramLabel = "PLATFORM",
      description =
          "core: a program with main has the classes of android that need no phone; android: all of"
              + " them, with a phone behind them (dexscope apps install). Default: what its code"
              + " names.")
  @Nullable Kind chosen;

  private final Map<Path, Path> made = new HashMap<>();

  /** Returns the option of commands that are parsed early, which has no value. */
  static PlatformOption none() {
    return new PlatformOption();
  }

  /** The level of the framework. */
  private int level = AppFramework.LEVELS.getFirst();

  /**
   * Sets the level of the framework, if there is one for it.
   *
   * @param api that of the program's dex code; null for the usual one
   */
  PlatformOption at(@Nullable Integer api) {
    if (api != null && AppFramework.LEVELS.contains(api)) {
      level = api;
    }
    return this;
  }

  /**
   * Makes dex code of a program; sources that name Android are compiled against it.
   *
   * @param classPath of the program
   * @param messages of the compiler
   */
  DexProgram compile(
      Path file, List<Path> classPath, int api, DexOptions.Dexing dexing, PrintWriter messages)
      throws IOException {
    String known = System.getProperty(MADE + file);
    if (known != null) {
      return DexProgram.made(file, Path.of(known));
    }
    List<Path> android = forCompiler(file);
    try {
      var options = new DexOptions(classPath, api, dexing, android);
      DexProgram program = DexProgram.of(file, options, messages);
      if (!program.path().equals(file)) {
        made.put(file, program.path());
      }
      return program;
    } catch (CompileException e) {
      if (!android.isEmpty() && !AppFramework.ofUser().isInstalled(level)) {
        messages.println(
            "dexscope: the source names Android, of which the VM has a part; all of it: dexscope"
                + " apps install --api "
                + level);
      }
      throw e;
    }
  }

  /** Returns the jars with Android's classes that a source is compiled against. */
  List<Path> forCompiler(Path file) throws IOException {
    if (!isOfAndroid(file)) {
      return List.of();
    }
    AppFramework framework = AppFramework.ofUser();
    if (chosen != Kind.CORE && framework.isInstalled(level)) {
      return framework.compilePath(level);
    }
    List<Path> own = new ArrayList<>();
    for (String each : OWN) {
      try {
        CodeSource source = Class.forName(each).getProtectionDomain().getCodeSource();
        own.add(Path.of(source.getLocation().toURI()));
      } catch (ClassNotFoundException | URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }
    return own;
  }

  private static boolean isOfAndroid(Path file) throws IOException {
    if (!Files.isDirectory(file)) {
      return names(file);
    }
    try (Stream<Path> files = Files.walk(file)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        if (names(each)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean names(Path file) throws IOException {
    return file.toString().endsWith(".java")
        && Files.isRegularFile(file)
        && NAMED.matcher(Files.readString(file, StandardCharsets.ISO_8859_1)).find();
  }

  /**
   * Returns whether a program needs a process with the framework, which this one is not.
   *
   * @param engine Android's own has its own classes of Android
   * @param code the program's own files, without libraries
   */
  boolean isNeeded(ProgramEngine engine, List<Path> code) throws IOException {
    if (engine == ProgramEngine.ART || Platform.ofProcess() != null || chosen == Kind.CORE) {
      return false;
    }
    if (chosen == Kind.ANDROID) {
      return true;
    }
    String absent = absent(code);
    if (absent == null) {
      return false;
    }
    if (AppFramework.ofUser().isInstalled(level)) {
      return true;
    }
    System.err.printf(
        Locale.ROOT,
        "dexscope: the program names %s, which only Android's framework has: dexscope apps"
            + " install --api %d%n",
        absent,
        level);
    return false;
  }

  /** A class of the framework that the code names, and neither it nor the VM has; else null. */
  static @Nullable String absent(List<Path> code) throws IOException {
    for (String each : frameworkClasses(code)) {
      if (Vm.class.getResource("/" + each.replace('.', '/') + ".class") == null) {
        return each;
      }
    }
    return null;
  }

  /** Returns whether the code names a class of the framework that it does not have. */
  static boolean namesFramework(List<Path> code) throws IOException {
    return !frameworkClasses(code).isEmpty();
  }

  /** The classes of the framework that the code names and does not have. */
  private static List<String> frameworkClasses(List<Path> code) throws IOException {
    List<String> named = new ArrayList<>();
    Set<String> own = new HashSet<>();
    for (Path file : code) {
      for (DexFile dex : DexFile.open(file)) {
        for (int i = 0; i < dex.typeCount(); i++) {
          String type = dex.type(i);
          if (startsWith(type, FRAMEWORK) && !startsWith(type, LIBRARIES)) {
            named.add(type);
          }
        }
        if (!named.isEmpty()) {
          dex.classes().stream().map(ClassDef::type).forEach(own::add);
        }
      }
    }
    return named.stream()
        .filter(each -> !own.contains(each))
        .map(each -> each.substring(1, each.length() - 1).replace('/', '.'))
        .toList();
  }

  private static boolean startsWith(String type, List<String> beginnings) {
    for (String each : beginnings) {
      if (type.startsWith(each)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Runs a command again with the framework, and returns its exit code.
   *
   * @param line its words
   */
  int runAgain(List<String> line) throws IOException {
    List<String> command = new ArrayList<>(List.of(MAIN));
    command.addAll(line);
    System.out.flush();
    System.err.flush();
    List<String> options =
        new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    options.add("-D" + Platform.LEVEL + "=" + level);
    made.forEach((file, code) -> options.add("-D" + MADE + file + "=" + code));
    return PlatformProcess.run(AppFramework.ofUser(), level, options, command);
  }
}
