import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is compiled at once: the classes of a module, or its tests. It is compiled again when its sources, what they are
 * compiled with, or the API of a unit that they read has changed since, or its classes have been changed by another.
 */
final class Unit {
  /** What all units have in common. */
  record Build(Path root, Path jdk, ModulePom parent, ClassPaths paths, Checks checks, String tools) {}

  private final Build build;
  private final ModulePom module;
  private final boolean isOfTests;
  private final List<Unit> imports;
  private final List<Unit> ofPrograms;
  private final Path target;
  private ApiDigest digest = new ApiDigest("", "");

  /**
   * @param imports the units that it is compiled with, first the module's own classes for its tests
   * @param ofPrograms those that the programs of the module's build are started with
   */
  Unit(Build build, ModulePom module, boolean isOfTests, List<Unit> imports, List<Unit> ofPrograms) {
    this.build = build;
    this.module = module;
    this.isOfTests = isOfTests;
    this.imports = imports;
    this.ofPrograms = ofPrograms;
    this.target = module.folder().resolve("target");
  }

  /** Those that are made before it. */
  List<Unit> needed() {
    return Stream.concat(imports.stream(), ofPrograms.stream()).toList();
  }

  Path sources() {
    return folder().resolve("java");
  }

  ModulePom module() {
    return module;
  }

  ApiDigest digest() {
    return digest;
  }

  Path classes() {
    return target.resolve(isOfTests ? "test-classes" : "classes");
  }

  private Path folder() {
    return module.folder().resolve(isOfTests ? "src/test" : "src/main");
  }

  @Override
  public String toString() {
    return module.module() + (isOfTests ? "'s tests" : "");
  }

  /** Compiles it unless it has been; those that it imports have been made. */
  void make() throws Exception {
    Path mark = target.resolve(isOfTests ? "tests.compiled" : "classes.compiled");
    String inputs = inputs();
    digest = ApiDigest.of(classes());
    if (Files.exists(mark) && Files.readString(mark).equals(inputs + " " + digest.files())) {
      return;
    }
    Files.deleteIfExists(mark);
    for (Path each : List.of(classes(), generated())) {
      if (Files.exists(each)) {
        BuildApp.delete(each);
      }
    }
    Files.createDirectories(classes());
    Files.createDirectories(generated());
    compile();
    ModuleJars.copy(folder().resolve("resources"), classes());
    if (!isOfTests) {
      ModuleJars.addOwn(build.root, module, classes(), version());
      runPrograms();
    }
    digest = ApiDigest.of(classes());
    Files.writeString(mark, inputs + " " + digest.files());
  }

  String version() {
    return ModulePom.element(build.parent.text(), "version");
  }

  private String inputs() throws IOException {
    MessageDigest inputs = ApiDigest.sha256();
    List<Path> files = new ArrayList<>();
    Path sources = module.folder().resolve("src");
    Path tests = sources.resolve("test");
    for (Path each : Files.exists(sources) ? ApiDigest.sorted(sources) : List.<Path>of()) {
      if (each.startsWith(tests) == isOfTests) {
        files.add(each);
      }
    }
    files.add(module.folder().resolve("pom.xml"));
    for (Path each : files) {
      ApiDigest.add(inputs, each.toString(), Files.readAllBytes(each));
    }
    List<String> words = new ArrayList<>(List.of(build.tools, build.jdk.toString(), build.parent.text()));
    libraries().forEach(each -> words.add(each.toString()));
    for (Unit each : imports) {
      words.add(each + each.digest.api());
    }
    inputs.update(String.join("\n", words).getBytes());
    return ApiDigest.hex(inputs);
  }

  private List<Path> libraries() throws IOException {
    return isOfTests ? build.paths.tested(module.module()) : build.paths.compiled(module.module());
  }

  private Path generated() {
    return target.resolve(isOfTests ? "generated-test-sources" : "generated-sources");
  }

  private void compile() throws IOException, BuildFailure {
    List<Path> sources = ApiDigest.sources(sources());
    if (sources.isEmpty()) {
      return;
    }
    List<Path> stubs = ApiDigest.sources(module.folder().resolve("src/stubs/java"));
    Path stubClasses = target.resolve("stubs");
    List<Path> read = new ArrayList<>();
    if (!stubs.isEmpty()) {
      Files.createDirectories(stubClasses);
      read.add(stubClasses);
      if (!isOfTests) {
        javac(release(), List.of("-d", stubClasses.toString()), stubs);
      }
    }
    imports.forEach(each -> read.add(each.classes()));
    read.addAll(libraries());
    List<String> options = new ArrayList<>(List.of("-d", classes().toString()));
    List<Path> descriptor = sources.stream().filter(each -> each.endsWith("module-info.java")).toList();
    if (isOfTests && module.isNamed() && release().equals("25")) {
      patch(options, read);
      javac(release(), options, sources);
    } else if (descriptor.isEmpty() || !release().equals("25")) {
      options.addAll(List.of("-classpath", Checks.path(read)));
      javac(release(), options, sources.stream().filter(each -> !descriptor.contains(each)).toList());
      if (!descriptor.isEmpty()) {
        // What it describes is older: for programs that know no modules.
        options.set(options.indexOf("-classpath"), "--module-path");
        options.addAll(List.of("--module-version", version()));
        javac("25", options, descriptor);
      }
    } else {
      options.addAll(List.of("--module-path", Checks.path(read), "--module-version", version()));
      javac(release(), options, sources);
    }
  }

  /** Tests are compiled into their module, which reads what only they need from the class path. */
  private void patch(List<String> options, List<Path> read) throws IOException {
    Set<Path> modules = new LinkedHashSet<>();
    imports.getFirst().imports.forEach(each -> modules.add(each.classes()));
    modules.addAll(build.paths.compiled(module.module()));
    modules.add(imports.getFirst().classes());
    List<Path> others = read.stream().filter(each -> !modules.contains(each)).toList();
    String name = module.javaName();
    options.addAll(List.of("--module-path", Checks.path(List.copyOf(modules)), "-classpath", Checks.path(others)));
    options.addAll(List.of("--patch-module", name + "=" + sources(), "--add-reads", name + "=ALL-UNNAMED"));
  }

  private String release() {
    String own = ModulePom.element(module.text(), "release");
    return own.isEmpty() || isOfTests ? ModulePom.element(build.parent.text(), "jdk") : own;
  }

  private void javac(String release, List<String> given, List<Path> sources) throws IOException, BuildFailure {
    List<String> options = new ArrayList<>(List.of("--release", release, "-g", "-encoding", "UTF-8", "-Werror"));
    options.addAll(build.parent.compilerArguments(isOfTests));
    options.addAll(module.compilerArguments(isOfTests));
    // The only annotations that anything is generated from.
    options.addAll(
        module.text().contains("jmh-generator-annprocess")
            ? List.of("-processor", "org.openjdk.jmh.generators.BenchmarkProcessor", "-s", generated().toString())
            : List.of("-proc:none"));
    options.addAll(given);
    build.checks.compile(options, sources, toString());
  }

  /** The programs that the module's build runs. */
  private void runPrograms() throws Exception {
    String classes = classes().toString();
    switch (module.module()) {
      case "probe" -> {
        Path dex = classes().resolve("dev/dexscope/probe");
        run("MakeDex", module.folder().toString(), dex.toString(), ModulePom.element(module.text(), "min.api"));
      }
      case "samples" -> run("MakePackages", classes, target.toString(), "tests");
      default -> {}
    }
  }

  private void run(String program, String... arguments) throws Exception {
    List<Path> classPath = new ArrayList<>(List.of(classes()));
    ofPrograms.forEach(each -> classPath.add(each.classes()));
    classPath.addAll(build.paths.tested(module.module()));
    List<String> command = new ArrayList<>(List.of(build.jdk.resolve("bin/java").toString()));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-classpath", Checks.path(classPath)));
    command.add(module.folder().resolve("src/build/java/" + program + ".java").toString());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).directory(module.folder().toFile()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new BuildFailure(out, program + " of " + module.module() + " fails");
    }
  }

  /** What its tests are run with, itself and its module excepted. */
  String testClassPath() throws IOException {
    List<Path> path = new ArrayList<>();
    Path stubs = target.resolve("stubs");
    if (Files.exists(stubs)) {
      path.add(stubs);
    }
    imports.stream().skip(1).forEach(each -> path.add(each.classes()));
    path.addAll(libraries());
    // Those that run the tests.
    path.addAll(build.paths.tested("testkit"));
    return path.stream().distinct().map(Path::toString).collect(Collectors.joining(":"));
  }
}
