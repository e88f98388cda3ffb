package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.CompilationMode;
import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.TestCompiler;
import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every call path of programs that are hard to profile, with its number of calls, as profiles have
 * them and as the stacks of an uninstrumented machine do: HotSpot for the VM, which has the same
 * platform, and Android's runtime for itself.
 *
 * <p>D8 first desugars the class files to class files. Its methods for lambdas and inner classes
 * are thus the same in the dex file, in the class files that HotSpot runs, and on Android.
 */
@FullTier("runs programs in processes")
class TruthIT {
  private static final Path PROGRAMS = Path.of("../bench/truth.d");
  private static final String MAIN = "truth.Unseen";
  private static final Pattern ROW = Pattern.compile("\"\\.TAU application => (.+?)\" (\\d+) .*");

  /** Paths that end in the VM's own work; no method of the program is below it. */
  private static final Pattern OF_THE_VM = Pattern.compile("\\((class loading|translation)\\)$");

  private static final String CONF = "TAU_CALLPATH=1\nTAU_CALLPATH_DEPTH=64\nTAU_THROTTLE=0\n";
  private static final CodeTransform ENTER = new Enter();

  @TempDir private static Path shared;

  /** Class files, desugared. */
  private static Path classes = Path.of("");

  private static Path program = Path.of("");

  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws Exception {
    Path compiled = Files.createDirectory(shared.resolve("compiled"));
    List<String> arguments =
        new ArrayList<>(List.of("--release", "8", "-nowarn", "-Xlint:-options", "-d"));
    arguments.add(compiled.toString());
    try (Stream<Path> sources = Files.list(PROGRAMS)) {
      sources
          .map(Path::toString)
          .filter(each -> each.endsWith(".java"))
          .sorted()
          .forEach(arguments::add);
    }
    TestCompiler.javac(arguments.toArray(String[]::new));
    classes = shared.resolve("classes.jar");
    d8(TestCompiler.classesIn(compiled.resolve("truth")), OutputMode.ClassFile, classes);
    unpack(classes, shared.resolve("desugared"));
    classes = shared.resolve("desugared");
    program = shared.resolve("program.jar");
    List<Path> recorded = new ArrayList<>(TestCompiler.classesIn(classes.resolve("truth")));
    recorded.removeIf(each -> each.endsWith("Recorder.class"));
    d8(recorded, OutputMode.DexIndexed, program);
    addServices(program);
    addServices(classes);
  }

  private static void d8(List<Path> files, OutputMode mode, Path output)
      throws IOException, CompilationFailedException {
    D8.run(
        D8Command.builder()
            .addProgramFiles(files)
            .addLibraryResourceProvider(JdkClassFileProvider.fromSystemJdk())
            .setMinApiLevel(26)
            .setMode(CompilationMode.RELEASE)
            .setOutput(output, mode)
            .build());
  }

  private static void unpack(Path jar, Path to) throws IOException {
    try (FileSystem files = open(jar);
        Stream<Path> all = Files.walk(files.getPath("/"))) {
      for (Path each : (Iterable<Path>) all::iterator) {
        Path copy = to.resolve(each.toString().substring(1));
        if (Files.isDirectory(each)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(each, copy);
        }
      }
    }
  }

  private static FileSystem open(Path jar) throws IOException {
    return FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of());
  }

  private static void addServices(Path code) throws IOException {
    if (Files.isDirectory(code)) {
      writeServices(code);
    } else {
      try (FileSystem jar = open(code)) {
        writeServices(jar.getPath("/"));
      }
    }
  }

  private static void writeServices(Path root) throws IOException {
    Path services = Files.createDirectories(root.resolve("META-INF/services"));
    Files.writeString(
        services.resolve("java.lang.Runnable"),
        "truth.Reflection$Services$Bad\ntruth.Reflection$Services\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--all", "--mode=full"})
  void profilesOfTheVmHaveThePathsOfHotSpot(String option) throws Exception {
    Path profiles = instrument("profile", option);

    Path recording = recording(profiles);
    run(folder, java(), "-cp", recording.toString(), MAIN, names().toString());
    compare(profiles, "vm" + option);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--all"})
  @NeedsPeer(Peer.ART)
  void profilesOfAndroidHaveThePathsOfAndroid(String option) throws Exception {
    String art = Peer.ART.path().resolve("art").toString();
    Path profiles = instrument("inject", option);
    Path onAndroid = Files.createDirectory(folder.resolve("android"));
    Files.writeString(
        onAndroid.resolve("tau.conf"), CONF + "TAU_ALFRED_PORT=0\nPROFILEDIR=" + onAndroid + "\n");
    run(onAndroid, art, "-cp", profiles.resolve("program.jar").toString(), MAIN);

    Path recording = folder.resolve("recording.jar");
    d8(
        TestCompiler.classesIn(recording(profiles).resolve("truth")),
        OutputMode.DexIndexed,
        recording);
    addServices(recording);
    run(folder, art, "-cp", recording.toString(), MAIN, names().toString());
    compare(onAndroid, "android" + option);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Profiles the programs, or instruments them alone, by the command; returns the folder. */
  private Path instrument(String command, String option) throws Exception {
    Path out = Files.createDirectory(folder.resolve("out"));
    List<String> words = new ArrayList<>(List.of(command, program.toString(), "--exclude", MAIN));
    if (command.equals("profile")) {
      Path conf = Files.writeString(folder.resolve("callpath.conf"), CONF);
      words.addAll(List.of("--main", MAIN, "-o", out.toString(), "--tau-conf", conf.toString()));
    } else {
      words.addAll(List.of("-o", out.resolve("program.jar").toString()));
    }
    if (!option.isEmpty()) {
      words.addAll(List.of(option.split("=", -1)));
    }
    Run run = Packaged.dexscope(folder, words.toArray(String[]::new));
    assertThat(run.exit()).as(run.out() + run.err()).isZero();
    return out;
  }

  private Path names() {
    return folder.resolve("names");
  }

  /** Makes class files whose instrumented methods, and no others, record their stacks. */
  private Path recording(Path profiles) throws IOException {
    Set<String> methods = new HashSet<>();
    Set<String> names = new TreeSet<>();
    try (FileSystem jar = open(profiles.resolve("program.jar"))) {
      for (String line : Files.readAllLines(jar.getPath("assets/dexscope/methods.txt"))) {
        String[] parts = line.split("\t", -1);
        String name = parts[0] + "." + parts[1];
        methods.add(name + parts[2]);
        names.add(name);
      }
    }
    Files.write(names(), names);
    Set<String> unlike = new TreeSet<>();
    Path recording = folder.resolve("recording");
    Files.createDirectories(recording.resolve("truth"));
    addServices(recording);
    try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
      ClassHierarchyResolver resolver = ClassHierarchyResolver.ofResourceParsing(loader);
      ClassFile context =
          ClassFile.of(
              ClassFile.ClassHierarchyResolverOption.of(
                  resolver.orElse(ClassHierarchyResolver.defaultResolver())));
      for (Path each : TestCompiler.classesIn(classes.resolve("truth"))) {
        ClassModel model = context.parse(each);
        String type = model.thisClass().asInternalName().replace('/', '.');
        for (MethodModel method : model.methods()) {
          // A stack has only names: overloads must be alike.
          String name = type + "." + method.methodName().stringValue();
          if (names.contains(name)
              && method.code().isPresent()
              && !methods.contains(name + method.methodType().stringValue())) {
            unlike.add(name + method.methodType().stringValue());
          }
        }
        byte[] bytes =
            context.transformClass(
                model,
                ClassTransform.transformingMethodBodies(
                    method ->
                        names.contains(type + "." + method.methodName().stringValue())
                            && !isDeep(type + "." + method.methodName().stringValue()),
                    ENTER));
        Files.write(recording.resolve("truth").resolve(each.getFileName()), bytes);
      }
    }
    assertThat(unlike).isEmpty();
    return recording;
  }

  /** A call of the recorder before all else. */
  private static final class Enter implements CodeTransform {
    @Override
    public void atStart(CodeBuilder builder) {
      builder.invokestatic(
          ClassDesc.of("truth.Recorder"), "enter", MethodTypeDesc.of(ConstantDescs.CD_void));
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
      builder.with(element);
    }
  }

  /** Methods on stacks that end, at a depth that depends on the machine. */
  private static boolean isDeep(String path) {
    return path.contains("deep") || path.contains("Deep");
  }

  private void compare(Path profiles, String what) throws IOException {
    Map<String, Long> truth = new TreeMap<>();
    for (String line : Files.readAllLines(folder.resolve("names.paths"))) {
      int tab = line.indexOf('\t');
      add(truth, line.substring(tab + 1), Long.parseLong(line.substring(0, tab)));
    }
    Map<String, Long> profile = new TreeMap<>();
    try (Stream<Path> files = Files.list(profiles)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        if (each.getFileName().toString().startsWith("profile.")) {
          for (String line : Files.readAllLines(each)) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !OF_THE_VM.matcher(row.group(1)).find()) {
              String path = row.group(1).replaceAll("\\([^=]*?(?= =>|$)", "");
              add(profile, path, Long.parseLong(row.group(2)));
            }
          }
        }
      }
    }
    Set<String> wrong = new TreeSet<>();
    Set<String> all = new TreeSet<>(truth.keySet());
    all.addAll(profile.keySet());
    for (String each : all) {
      long expected = truth.getOrDefault(each, 0L);
      long actual = profile.getOrDefault(each, 0L);
      if (expected != actual) {
        wrong.add("%d, profile %d: %s".formatted(expected, actual, each));
      }
    }
    long calls = truth.values().stream().mapToLong(each -> each).sum();
    System.out.printf(
        "truth %s: %d paths, %d calls; %d wrong%n", what, truth.size(), calls, wrong.size());
    assertThat(truth).hasSizeGreaterThan(300);
    assertThat(wrong).isEmpty();
  }

  private static void add(Map<String, Long> paths, String path, long calls) {
    if (!isDeep(path)) {
      paths.merge(path, calls, Long::sum);
    }
  }

  private static void run(Path folder, String... command) throws Exception {
    Path output = Files.createTempFile(folder, "output", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(new File(folder.toString()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    process.getOutputStream().close();
    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
  }
}
