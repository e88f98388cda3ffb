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
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/**
 * The jars of others, in two folders: those that the application runs with, and those that only
 * building needs. The user's Maven gets them, because it knows their mirrors and proxies, once for
 * each state of the POMs.
 */
record Libraries(Path folder) {
  /** Ant's plugin downloads 240 files less than the one of dependencies. */
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
              <artifactId>maven-antrun-plugin</artifactId>
              <version>3.1.0</version>
              <executions>
                <execution>
                  <phase>validate</phase>
                  <goals><goal>run</goal></goals>
                  <configuration>
                    <target>
                      <copy todir="app" flatten="true" preservelastmodified="true">
                        <restrict>
                          <path refid="maven.runtime.classpath"/>
                          <name name="*.jar"/>
                        </restrict>
                      </copy>
                      <copy todir="build" flatten="true" preservelastmodified="true">
                        <restrict>
                          <difference>
                            <path refid="maven.test.classpath"/>
                            <path refid="maven.runtime.classpath"/>
                          </difference>
                          <name name="*.jar"/>
                        </restrict>
                      </copy>
                    </target>
                  </configuration>
                </execution>
              </executions>
            </plugin>
          </plugins>
        </build>
      </project>
      """;
  /** C2 takes more time than it saves, but what decrypts and checks 75 MB has to be its code. */
  private static final String DIRECTIVES =
      """
      [
        {
          match: [ "com/sun/crypto/provider/*.*", "sun/security/provider/*.*" ],
          c2: { Exclude: false }
        },
        { match: "*.*", c2: { Exclude: true } }
      ]
      """;

  /** Maven resets the colours before its first line, also if it uses none. */
  private static final Pattern COLOURS = Pattern.compile("\u001B\\[[0-9;]*m");

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
        String.join("\n", dependencies.values()).replace("<scope>test<", "<scope>provided<"));
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
        line = COLOURS.matcher(line).replaceAll("");
        if (line.startsWith("[INFO] Downloaded from ")) {
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

  /** Starts Maven on a POM that is run to its first phase. */
  static Process start(Path pom, Path jdk, String... options) throws IOException {
    Path folder = pom.resolveSibling("");
    Files.writeString(folder.resolve("compiler.json"), DIRECTIVES);
    List<String> command = new ArrayList<>(List.of("mvn", "-f", pom.toString(), "-B"));
    command.addAll(List.of("--strict-checksums", "validate"));
    command.addAll(List.of(options));
    var builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", jdk.toString());
    String quick =
        "-XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:CompilerDirectivesFile=compiler.json";
    environment.merge("MAVEN_OPTS", quick, (given, ours) -> ours + " " + given);
    Process maven = builder.start();
    // Two of them in the same folders would disturb each other.
    Runtime.getRuntime().addShutdownHook(new Thread(maven::destroy));
    return maven;
  }
}
