import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the jars that Maven makes of the modules, and the samples' packages, in a third of the
 * time: one run of the compiler reads all modules, each library once. What a POM says beyond that
 * is here by name, and SameBuildIT compares what is made with Maven's.
 *
 * @param launch the folder for what is made on the way
 */
record ModuleJars(Path root, Path jdk, Path launch, Libraries libraries, Status status) {
  private static final String TIME = "2026-01-01T00:00:00Z";

  void make(List<ModulePom> modules, Path app) throws Exception {
    Path classes = launch.resolve("classes");
    if (Files.exists(classes)) {
      BuildApp.delete(classes);
    }
    Path dex = Files.createDirectories(launch.resolve("dex"));
    Process makesDex = null;
    for (ModulePom each : modules) {
      if (each.module().equals("probe")) {
        String level = ModulePom.element(each.text(), "min.api");
        makesDex = program(each, "MakeDex", List.of(), each.folder().toString(), dex.toString(), level);
      }
    }
    String version = ModulePom.element(ModulePom.read(root, ".").text(), "version");
    compile(modules, version, classes);
    makeSamples(classes);
    if (makesDex != null) {
      status.step("translating the probe to dex code with R8");
      await(makesDex, "the probe's dex code cannot be made");
      copy(dex, classes.resolve("dev.dexscope.probe/dev/dexscope/probe"));
    }
    status.step("packing");
    for (ModulePom each : modules) {
      Path folder = classes.resolve(each.javaName());
      addResources(each, folder, version);
      Path jar = app.resolve("dexscope-" + each.module() + "-" + version + ".jar");
      pack(folder, jar);
    }
  }

  static void pack(Path folder, Path jar) throws BuildFailure {
    tool("jar", List.of("--create", "--file=" + jar, "--date=" + TIME, "-C", folder.toString(), "."));
  }

  private void compile(List<ModulePom> modules, String version, Path classes) throws Exception {
    List<String> named = new ArrayList<>(List.of("-d", classes.toString()));
    named.addAll(List.of("--module-path", path(libraries.ofModules())));
    List<String> names = new ArrayList<>();
    List<ModulePom> unnamed = new ArrayList<>();
    status.step("compiling " + modules.size() + " modules");
    for (ModulePom each : modules) {
      if (each.module().equals("probe")) {
        compileProbe(each, classes.resolve(each.javaName()));
        named.add(each.sources().resolve("module-info.java").toString());
      } else if (each.isNamed()) {
        names.add(each.javaName());
      } else {
        unnamed.add(each);
        continue;
      }
      named.addAll(List.of("--module-source-path", each.javaName() + "=" + each.sources()));
    }
    if (!names.isEmpty()) {
      named.addAll(List.of("--module", String.join(",", names), "--module-version", version));
      javac("25", named);
    }
    for (ModulePom each : unnamed) {
      List<Path> classPath = new ArrayList<>();
      for (ModulePom other : ModulePom.withCompiledAgainst(root, each.module())) {
        classPath.add(classes.resolve(other.javaName()));
      }
      classPath.addAll(libraries.all());
      Path folder = classes.resolve(each.javaName());
      List<String> options =
          new ArrayList<>(List.of("-d", folder.toString(), "-classpath", path(classPath)));
      options.addAll(sources(each.sources()));
      javac("25", options);
    }
  }

  /** Only its module-info is newer than what old Androids' dex files can say. */
  private void compileProbe(ModulePom probe, Path folder) throws Exception {
    List<String> options = new ArrayList<>(List.of("-d", folder.toString(), "-implicit:none"));
    options.addAll(List.of("-sourcepath", probe.folder().resolve("src/stubs/java").toString()));
    options.addAll(List.of("-classpath", path(libraries.all())));
    options.addAll(sources(probe.sources()));
    options.removeIf(each -> each.endsWith("module-info.java"));
    javac("8", options);
  }

  private void makeSamples(Path classes) throws Exception {
    Path folder = root.resolve("samples");
    Path done = folder.resolve("target/packages.made");
    if (!Files.exists(folder) || isNewer(done, folder.resolve("src"), folder.resolve("pom.xml"))) {
      return;
    }
    status.step("making the samples");
    ModulePom samples = ModulePom.read(root, "samples");
    Path compiled = classes.resolve("samples");
    List<String> options = new ArrayList<>(List.of("-d", compiled.toString()));
    options.addAll(sources(samples.sources()));
    javac("8", options);
    List<Path> imports =
        List.of(classes.resolve("dev.dexscope.apk"), classes.resolve("dev.dexscope.base"));
    String[] arguments = {compiled.toString(), folder.resolve("target").toString()};
    await(program(samples, "MakePackages", imports, arguments), "the samples cannot be made");
    Files.writeString(done, "");
  }

  /** Whether a file is newer than all others. */
  private static boolean isNewer(Path file, Path... others) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    var time = Files.getLastModifiedTime(file);
    for (Path other : others) {
      try (Stream<Path> files = Files.walk(other)) {
        for (Path each : (Iterable<Path>) files::iterator) {
          if (Files.getLastModifiedTime(each).compareTo(time) >= 0) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private void addResources(ModulePom module, Path folder, String version) throws IOException {
    copy(module.resources(), folder);
    addOwn(root, module, folder, version);
  }

  /** What a module's POM does with its resources beyond copying them. */
  static void addOwn(Path root, ModulePom module, Path folder, String version) throws IOException {
    switch (module.module()) {
      case "cli" -> {
        Path file = folder.resolve("dev/dexscope/cli/version.properties");
        if (Files.exists(file)) {
          Files.writeString(file, Files.readString(file).replace("${project.version}", version));
        }
      }
      case "web" -> {
        // For who has none at hand.
        String trace = "art11-threads-buffered.trace";
        Path from = root.resolve("samples/traces").resolve(trace);
        Files.copy(from, folder.resolve("dev/dexscope/web/serve").resolve(trace));
      }
      default -> {}
    }
  }

  static void copy(Path from, Path to) throws IOException {
    if (!Files.exists(from)) {
      return;
    }
    try (Stream<Path> files = Files.walk(from)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  private static List<String> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toString).filter(each -> each.endsWith(".java")).sorted().toList();
    }
  }

  private static String path(List<Path> files) {
    return files.stream().map(Path::toString).collect(Collectors.joining(":"));
  }

  private static void javac(String release, List<String> options) throws BuildFailure {
    List<String> all = new ArrayList<>(List.of("--release", release, "-g", "-encoding", "UTF-8"));
    all.addAll(List.of("-XDstringConcat=inline", "-proc:none"));
    all.addAll(List.of("-Xlint:none", "-nowarn"));
    all.addAll(options);
    tool("javac", all);
  }

  private static void tool(String name, List<String> arguments) throws BuildFailure {
    var output = new StringWriter();
    var writer = new PrintWriter(output);
    ToolProvider tool = ToolProvider.findFirst(name).orElseThrow();
    if (tool.run(writer, writer, arguments.toArray(String[]::new)) != 0) {
      String what = name.equals("javac") ? "the sources do not compile" : "a jar cannot be made";
      throw new BuildFailure(output.toString(), what);
    }
  }

  /**
   * Starts a program of a module's build with all libraries. It is compiled here: a Java VM that
   * starts a source file has to load the compiler first.
   */
  private Process program(
      ModulePom module, String name, List<Path> imports, String... arguments) throws Exception {
    Path program = launch.resolve("programs").resolve(name);
    List<Path> classPath = new ArrayList<>(List.of(program));
    classPath.addAll(imports);
    classPath.addAll(libraries.all());
    List<String> options =
        new ArrayList<>(List.of("-d", program.toString(), "-classpath", path(classPath)));
    options.addAll(sources(module.folder().resolve("src/build/java")));
    javac("25", options);
    List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-classpath", path(classPath), name));
    command.addAll(Arrays.asList(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(module.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(launch.resolve(name + ".log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    return process;
  }

  private void await(Process process, String failure) throws Exception {
    if (process.waitFor() != 0) {
      throw new BuildFailure("", failure + ", see " + launch.resolve("*.log"));
    }
  }
}
