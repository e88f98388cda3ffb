import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;

/**
 * The jars of others, in two folders: those that the application runs with, and those that only
 * building needs. The user's Maven gets them, because it knows their mirrors and proxies, once for
 * each state of the POMs.
 */
record Libraries(Path folder) {
  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>dev.dexscope</groupId>
        <artifactId>libraries</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
        %s
        <dependencies>
          %s
        </dependencies>
        <build>
          <plugins>
            <plugin>
              <groupId>org.apache.maven.plugins</groupId>
              <artifactId>maven-dependency-plugin</artifactId>
              <version>3.11.0</version>
              <executions>
                %s
              </executions>
            </plugin>
          </plugins>
        </build>
      </project>
      """;
  private static final String EXECUTION =
      """
      <execution>
        <id>%1$s</id>
        <phase>validate</phase>
        <goals><goal>copy-dependencies</goal></goals>
        <configuration><%2$s>runtime</%2$s><outputDirectory>%1$s</outputDirectory></configuration>
      </execution>
      """;

  /** Those that the application runs with. */
  List<Path> ofApplication() throws IOException {
    return jars("app");
  }

  List<Path> all() throws IOException {
    List<Path> all = new ArrayList<>(ofApplication());
    all.addAll(jars("build"));
    return all;
  }

  /**
   * What Java modules can be compiled with: automatic modules would read the packages of all
   * others.
   */
  List<Path> ofModules() throws IOException {
    List<Path> modules = ofApplication();
    for (Path each : jars("build")) {
      try (var jar = new JarFile(each.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
        if (jar.getJarEntry("module-info.class") != null) {
          modules.add(each);
        }
      }
    }
    return modules;
  }

  private List<Path> jars(String name) throws IOException {
    List<Path> jars = new ArrayList<>();
    if (Files.isDirectory(folder.resolve(name))) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.resolve(name), "*.jar")) {
        files.forEach(jars::add);
      }
    }
    jars.sort(null);
    return jars;
  }

  /**
   * The POM that names what modules and the steps of their builds need, in the versions of the
   * root's.
   */
  static String pom(Path root, List<ModulePom> modules) throws IOException {
    ModulePom parent = ModulePom.read(root, ".");
    Map<String, String> dependencies = new LinkedHashMap<>();
    for (ModulePom each : modules) {
      // Programs of the build are started with what is in the scope of the tests.
      boolean hasProgram = Files.exists(each.folder().resolve("src/build/java"));
      for (ModulePom.Dependency one : each.dependencies()) {
        if (!one.isOwn() && (hasProgram || !one.isOfTests())) {
          dependencies.merge(one.artifact(), one.xml(), Libraries::wider);
        }
      }
    }
    for (ModulePom.Dependency each : parent.dependencies()) {
      if (!each.isOfTests()) {
        // Annotations: nothing looks for them when the application runs.
        String provided = "<scope>provided</scope></dependency>";
        dependencies.put(each.artifact(), each.xml().replace("</dependency>", provided));
      }
    }
    String text = parent.text();
    int begin = text.indexOf("<properties>");
    String end = "</dependencyManagement>";
    return POM.formatted(
        begin < 0 ? "" : text.substring(begin, text.indexOf(end) + end.length()),
        String.join("\n", dependencies.values()).replace("<scope>test<", "<scope>provided<"),
        EXECUTION.formatted("app", "includeScope") + EXECUTION.formatted("build", "excludeScope"));
  }

  /** Of two modules' elements that of the one which runs with it. */
  private static String wider(String a, String b) {
    String scope = ModulePom.element(a, "scope");
    return scope.isEmpty() || scope.equals("runtime") ? a : b;
  }

  /** Gets them into the folder, unless they are there. */
  void fetch(String pom, Path jdk, Path log, Status status) throws Exception {
    Path file = folder.resolve("pom.xml");
    Path done = folder.resolve("done");
    if (Files.exists(done) && Files.readString(file).equals(pom)) {
      return;
    }
    status.step("getting the libraries with Maven");
    Files.createDirectories(folder);
    Files.deleteIfExists(done);
    for (Path each : all()) {
      Files.delete(each);
    }
    Files.writeString(file, pom);
    List<String> errors = new ArrayList<>();
    Process maven = start(file, jdk);
    try (BufferedReader lines = maven.inputReader(StandardCharsets.UTF_8);
        var out = Files.newBufferedWriter(log)) {
      for (String line; (line = lines.readLine()) != null; ) {
        out.write(line + "\n");
        if (line.startsWith("Downloaded from ")) {
          status.downloaded();
        } else if (line.startsWith("[ERROR]") && errors.size() < 15) {
          errors.add(line);
        }
      }
    }
    if (maven.waitFor() != 0) {
      throw new BuildFailure(
          String.join("\n", errors), "Maven did not get the libraries, see " + log);
    }
    // Here once, instead of at each build.
    List<String> jars = ofApplication().stream().map(Path::toString).toList();
    ClassVersions.main(jars.toArray(String[]::new));
    Files.createFile(done);
  }

  private static Process start(Path pom, Path jdk) throws IOException {
    var builder =
        new ProcessBuilder("mvn", "-f", pom.toString(), "-B", "--strict-checksums", "validate")
            .redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", jdk.toString());
    String quick = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
    environment.merge("MAVEN_OPTS", quick, (given, ours) -> ours + " " + given);
    Process maven = builder.start();
    // Two of them in the same folders would disturb each other.
    Runtime.getRuntime().addShutdownHook(new Thread(maven::destroy));
    return maven;
  }
}
