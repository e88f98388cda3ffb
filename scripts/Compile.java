import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiles modules and their tests with all checks, as far as something has changed: {@code Compile ROOT JDK MODULE...};
 * without a module all. One process does it, on all cores; Maven only gets the libraries. What the named ones import is
 * compiled too, its tests are not.
 */
final class Compile {
  private final Path root;
  private final List<ModulePom> modules;
  private final Unit.Build build;
  private final Map<String, Unit> classes = new LinkedHashMap<>();
  private final Map<String, Unit> tests = new LinkedHashMap<>();

  private Compile(Path root, Path jdk) throws Exception {
    this.root = root;
    this.modules = ModulePom.all(root);
    ModulePom parent = ModulePom.read(root, ".");
    ClassPaths paths = ClassPaths.of(root, jdk, modules);
    List<Path> checks = new ArrayList<>(paths.tool("checks"));
    checks.addAll(paths.tool("benchmarks"));
    this.build =
        new Unit.Build(root, jdk, parent, paths, new Checks(checks, paths.tool("format")), tools(root));
  }

  public static void main(String[] args) throws Exception {
    try {
      var compile = new Compile(Path.of(args[0]).toRealPath(), Path.of(args[1]));
      System.exit(compile.run(List.of(args).subList(2, args.length)) ? 0 : 1);
    } catch (BuildFailure e) {
      System.out.println(e.getMessage());
      System.exit(1);
    }
  }

  /** What is built in another way is built anew. */
  private static String tools(Path root) throws IOException {
    var digest = ApiDigest.sha256();
    for (String each : List.of("ClassPaths", "Checks", "ModulePom", "ModuleJars", "Unit")) {
      digest.update(Files.readAllBytes(root.resolve("scripts").resolve(each + ".java")));
    }
    return ApiDigest.hex(digest);
  }

  private boolean run(List<String> named) throws Exception {
    List<String> names = modules.stream().map(ModulePom::module).toList();
    if (!names.containsAll(named)) {
      throw new BuildFailure("there are " + String.join(", ", names), "no such module in " + named);
    }
    for (ModulePom each : modules) {
      if (named.isEmpty() || named.contains(each.module())) {
        addTests(each);
      }
    }
    List<Unit> all = new ArrayList<>(classes.values());
    all.addAll(tests.values());
    var jobs = new Jobs();
    for (Unit each : all) {
      jobs.add(each.toString(), each.needed().stream().map(Unit::toString).toList(), each::make);
    }
    var formatted =
        new Formatted(
            root.resolve("target/formatted"),
            build.checks(),
            ModulePom.element(build.parent().text(), "google-java-format.version"));
    for (Unit each : all) {
      jobs.add("format of " + each, List.of(), () -> formatted.check(ApiDigest.sources(each.sources())));
    }
    boolean isCompiled = jobs.run();
    formatted.save();
    if (isCompiled) {
      for (Unit each : tests.values()) {
        Files.writeString(
            each.module().folder().resolve("target/test-classpath.txt"), each.testClassPath());
      }
      for (Path each : build.paths().tool("coverage")) {
        // As the full tier starts them, without their versions.
        String name = each.toString();
        if (name.endsWith("-runtime.jar") || name.endsWith("-nodeps.jar")) {
          name = name.endsWith("-nodeps.jar") ? "jacoco-cli.jar" : "jacoco-agent.jar";
          Files.copy(each, root.resolve("target").resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
      }
      if (tests.containsKey("cli")) {
        makeApplication();
      }
    }
    return isCompiled;
  }

  private void addTests(ModulePom module) throws IOException {
    List<Unit> imports = new ArrayList<>(List.of(classes(module)));
    imports.addAll(units(ModulePom.withTests(root, module)));
    tests.put(module.module(), new Unit(build, module, true, imports, List.of()));
  }

  private Unit classes(ModulePom module) throws IOException {
    Unit made = classes.get(module.module());
    if (made == null) {
      List<ModulePom> imports = new ArrayList<>(ModulePom.withCompiledAgainst(root, module.module()));
      imports.removeLast();
      List<ModulePom> programs =
          Files.exists(module.folder().resolve("src/build")) ? ModulePom.withTests(root, module) : List.of();
      made = new Unit(build, module, false, units(imports), units(programs));
      classes.put(module.module(), made);
    }
    return made;
  }

  private List<Unit> units(List<ModulePom> needed) throws IOException {
    List<Unit> units = new ArrayList<>();
    for (ModulePom each : needed) {
      units.add(classes(each));
    }
    return units;
  }

  /** The jars of the application, as tests of the whole command start it: cli/target/app. */
  private void makeApplication() throws Exception {
    List<ModulePom> shipped = ModulePom.withImports(root, "cli");
    List<Path> libraries =
        build.paths().run("cli").stream().filter(each -> !each.toString().contains("jspecify")).toList();
    var inputs = new StringBuilder(build.tools() + libraries);
    for (ModulePom each : shipped) {
      inputs.append(classes(each).digest().files());
    }
    Path app = root.resolve("cli/target/app");
    Path mark = app.resolveSibling("app.made");
    if (Files.exists(mark) && Files.exists(app) && Files.readString(mark).contentEquals(inputs)) {
      return;
    }
    Files.deleteIfExists(mark);
    if (Files.exists(app)) {
      BuildApp.delete(app);
    }
    Files.createDirectories(app);
    for (ModulePom each : shipped) {
      Unit unit = classes(each);
      ModuleJars.pack(unit.classes(), app.resolve("dexscope-" + each.module() + "-" + unit.version() + ".jar"));
    }
    List<String> copies = new ArrayList<>();
    for (Path each : libraries) {
      copies.add(Files.copy(each, app.resolve(each.getFileName()), StandardCopyOption.COPY_ATTRIBUTES).toString());
    }
    ClassVersions.main(copies.toArray(String[]::new));
    Files.writeString(mark, inputs);
  }
}
