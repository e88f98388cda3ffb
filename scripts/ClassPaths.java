import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The jars of others that each module is compiled and tested with, and those of the checks. The user's Maven resolves all
 * of them in one call, which runs none of a module's own plug-ins, once for each state of the POMs.
 */
final class ClassPaths {
  private static final String GROUP = "<modelVersion>4.0.0</modelVersion>\n<groupId>dev.dexscope.paths</groupId>\n";

  /** Ant's plugin needs 240 downloads fewer than the one of dependencies. */
  private static final String PLUGIN =
      """
      <build>
        <plugins>
          <plugin>
            <groupId>org.apache.maven.plugins</groupId>
            <artifactId>maven-antrun-plugin</artifactId>
            <version>3.1.0</version>
            <executions>
              <execution>
                <phase>validate</phase>
                <goals><goal>run</goal></goals>
                <configuration>
                  <target>
                    <property name="compiled" refid="maven.compile.classpath"/>
                    <property name="run" refid="maven.runtime.classpath"/>
                    <property name="tested" refid="maven.test.classpath"/>
                    <echo file="${project.basedir}/compile.path">${compiled}</echo>
                    <echo file="${project.basedir}/run.path">${run}</echo>
                    <echo file="${project.basedir}/test.path">${tested}</echo>
                  </target>
                </configuration>
              </execution>
            </executions>
          </plugin>
        </plugins>
      </build>
      """;

  private static final String ARTIFACT =
      "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>${%s.version}</version></dependency>";
  private static final String CLASSIFIED =
      "<dependency><groupId>org.jacoco</groupId><artifactId>%s</artifactId><version>${jacoco.version}</version>"
          + "<classifier>%s</classifier></dependency>";

  /** What only the build itself runs, by names that are no module's. */
  private static final Map<String, String> TOOLS =
      Map.of(
          "tool-checks",
          ARTIFACT.formatted("com.google.errorprone", "error_prone_core", "errorprone")
              + ARTIFACT.formatted("com.uber.nullaway", "nullaway", "nullaway"),
          "tool-format",
          ARTIFACT.formatted("com.google.googlejavaformat", "google-java-format", "google-java-format"),
          "tool-benchmarks",
          ARTIFACT.formatted("org.openjdk.jmh", "jmh-generator-annprocess", "jmh"),
          "tool-coverage",
          CLASSIFIED.formatted("org.jacoco.agent", "runtime") + CLASSIFIED.formatted("org.jacoco.cli", "nodeps"));

  private final Path folder;

  private ClassPaths(Path folder) {
    this.folder = folder;
  }

  /** Has Maven resolve what the modules name, unless it has done so. */
  static ClassPaths of(Path root, Path jdk, List<ModulePom> modules) throws Exception {
    var paths = new ClassPaths(root.resolve("target/class-paths"));
    Map<Path, String> poms = paths.poms(root, modules);
    if (!paths.areResolved(poms)) {
      paths.resolve(poms, jdk);
    }
    return paths;
  }

  private Map<Path, String> poms(Path checkout, List<ModulePom> modules) throws IOException {
    ModulePom root = ModulePom.read(checkout, ".");
    String parent = root.text();
    String properties = section(parent, "properties");
    // Not for the tools, which have other versions of the same libraries.
    String managed = withoutOwn(section(parent, "dependencyManagement"));
    Map<Path, String> poms = new TreeMap<>();
    var names = new StringBuilder();
    for (ModulePom each : modules) {
      Map<String, String> dependencies = new LinkedHashMap<>();
      each.dependencies().forEach(one -> dependencies.put(one.artifact(), one.isOwn() ? own(one) : one.xml()));
      root.dependencies().forEach(one -> dependencies.putIfAbsent(one.artifact(), one.xml()));
      put(poms, names, each.module(), managed, String.join("\n", dependencies.values()));
    }
    for (var each : new TreeMap<>(TOOLS).entrySet()) {
      put(poms, names, each.getKey(), "", each.getValue());
    }
    poms.put(
        folder.resolve("pom.xml"),
        "<project>" + GROUP + "<artifactId>all</artifactId><version>1</version><packaging>pom</packaging>\n<modules>" + names
            + "</modules>\n" + properties + PLUGIN + "</project>\n");
    return poms;
  }

  private void put(Map<Path, String> poms, StringBuilder names, String name, String managed, String dependencies) {
    names.append("<module>").append(name).append("</module>");
    poms.put(
        folder.resolve(name).resolve("pom.xml"),
        "<project>" + GROUP.replaceFirst("\n<groupId>.*\n", "\n")
            + "<parent><groupId>dev.dexscope.paths</groupId><artifactId>all</artifactId><version>1</version></parent>\n<artifactId>"
            + name + "</artifactId><packaging>pom</packaging>\n" + managed + "\n<dependencies>" + dependencies
            + "</dependencies>\n</project>\n");
  }

  /** Of a module only what it imports in its turn: its classes are not Maven's. */
  private static String own(ModulePom.Dependency module) {
    String scope = ModulePom.element(module.xml(), "scope");
    if (scope.isEmpty()) {
      scope = module.artifact().equals("dexscope-testkit") ? "test" : "compile";
    }
    return "<dependency><groupId>dev.dexscope.paths</groupId><artifactId>" + module.artifact().substring("dexscope-".length())
        + "</artifactId><version>1</version><type>pom</type><scope>" + scope + "</scope></dependency>";
  }

  private static String section(String pom, String name) {
    String end = "</" + name + ">";
    return pom.substring(pom.indexOf("<" + name + ">"), pom.indexOf(end) + end.length());
  }

  private static String withoutOwn(String managed) {
    return managed.replaceAll("(?s)<dependency>\\s*<groupId>dev\\.dexscope</groupId>.*?</dependency>", "");
  }

  private boolean areResolved(Map<Path, String> poms) throws IOException {
    if (!Files.exists(folder.resolve("done"))) {
      return false;
    }
    for (var each : poms.entrySet()) {
      if (!Files.exists(each.getKey()) || !Files.readString(each.getKey()).equals(each.getValue())) {
        return false;
      }
      Path module = each.getKey().resolveSibling("");
      if (!module.equals(folder)) {
        for (Path jar : read(module.resolve("test.path"))) {
          if (!Files.exists(jar)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private void resolve(Map<Path, String> poms, Path jdk) throws Exception {
    System.out.println("verify: getting the libraries with Maven");
    if (Files.exists(folder)) {
      BuildApp.delete(folder);
    }
    for (var each : poms.entrySet()) {
      Files.createDirectories(each.getKey().resolveSibling(""));
      Files.writeString(each.getKey(), each.getValue());
    }
    Path log = folder.resolve("maven.log");
    // A repository that is empty is filled in half the time.
    Process maven = Libraries.start(folder.resolve("pom.xml"), jdk, "-T8");
    List<String> errors = new ArrayList<>();
    try (var lines = maven.inputReader();
        var out = Files.newBufferedWriter(log)) {
      for (String line; (line = lines.readLine()) != null; ) {
        out.write(line + "\n");
        if (line.contains("[ERROR]") && errors.size() < 15) {
          errors.add(line);
        }
      }
    }
    if (maven.waitFor() != 0) {
      throw new BuildFailure(String.join("\n", errors), "Maven did not get the libraries, see " + log);
    }
    Files.createFile(folder.resolve("done"));
  }

  List<Path> compiled(String module) throws IOException {
    return read(folder.resolve(module).resolve("compile.path"));
  }

  List<Path> tested(String module) throws IOException {
    return read(folder.resolve(module).resolve("test.path"));
  }

  List<Path> run(String module) throws IOException {
    return read(folder.resolve(module).resolve("run.path"));
  }

  List<Path> tool(String name) throws IOException {
    return run("tool-" + name);
  }

  /** Maven adds the classes of the POM's own folder, which has none. */
  private List<Path> read(Path file) throws IOException {
    Set<Path> jars = new LinkedHashSet<>();
    Stream.of(Files.readString(file).strip().split(File.pathSeparator))
        .filter(each -> each.endsWith(".jar"))
        .map(Path::of)
        .forEach(jars::add);
    return List.copyOf(jars);
  }
}
