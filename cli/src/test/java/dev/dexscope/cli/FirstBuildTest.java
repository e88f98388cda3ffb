package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.FullTier;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a checkout that has to be built, with a small program and a Maven that gets
 * nothing.
 */
@FullTier("builds from a fresh clone")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FirstBuildTest {
  /**
   * Reads a line before it needs a class of the other module, so that a test can control the time.
   */
  private static final String PROGRAM =
      """
      package dev.dexscope.cli;
      public class Main {
        public static void main(String[] args) throws Exception {
          System.out.println("started " + String.join(" ", args));
          if (args.length > 0 && args[0].equals("late")) {
            System.in.read();
            System.out.println(new dev.dexscope.late.Late());
          }
        }
      }
      """;

  private static final String LATE =
      """
      package dev.dexscope.late;
      public class Late {
        @Override public String toString() { return "late class"; }
      }
      """;

  /** Reports that it has begun, and continues on request. */
  private static final String MAVEN =
      """
      #!/usr/bin/env bash
      here=$(cd "$(dirname "$0")" && pwd)
      printf '\\033[0m[INFO] Downloaded from stub: a.jar\\n'
      echo run >>"$here/runs"
      if [ -e "$here/gate" ]; then
        echo begun >"$here/begun"
        read -r _ <"$here/gate"
      fi
      if [ -e "$here/fail" ]; then
        echo "[ERROR] the stub fails"
        exit 1
      fi
      """;

  @TempDir private Path folder;
  private Path checkout = Path.of("");
  private Path maven = Path.of("");
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void aCheckout() throws Exception {
    checkout = Files.createDirectory(folder.resolve("checkout"));
    maven = Files.createDirectory(folder.resolve("maven"));
    Path root = Path.of("..").toAbsolutePath().normalize();
    executable(checkout.resolve("dexscope"), Files.readString(root.resolve("dexscope")));
    Files.createDirectory(checkout.resolve("scripts"));
    try (var scripts = Files.list(root.resolve("scripts"))) {
      for (Path each : (Iterable<Path>) scripts::iterator) {
        Files.copy(each, checkout.resolve("scripts").resolve(each.getFileName()));
      }
    }
    // The program is no command whose classes could be recorded.
    Files.writeString(
        checkout.resolve("scripts/launch.sh"), "prepare_app() { :; }\n", StandardOpenOption.APPEND);
    write("pom.xml", "<project><version>1</version></project>");
    write("cli/pom.xml", "<dependency><artifactId>dexscope-late</artifactId></dependency>");
    write("late/pom.xml", "<project/>");
    write("cli/src/main/java/dev/dexscope/cli/Main.java", PROGRAM);
    write("late/src/main/java/dev/dexscope/late/Late.java", LATE);
    executable(maven.resolve("mvn"), MAVEN);
  }

  @AfterEach
  void endAll() {
    for (Process each : started) {
      each.descendants().forEach(ProcessHandle::destroyForcibly);
      each.destroyForcibly();
    }
  }

  @Test
  void isBuiltOnceAndSaysSo() throws Exception {
    Process first = start(Map.of(), "first");
    assertThat(errors(first)).contains("building", "compiling 2 modules, 1 files downloaded");
    assertThat(output(first)).isEqualTo("started first\n");
    Process second = start(Map.of(), "second");
    assertThat(errors(second)).isEmpty();
    assertThat(output(second)).isEqualTo("started second\n");
    assertThat(runs()).isEqualTo(1);
  }

  @Test
  void twoStartsAtOnceShareOneBuild() throws Exception {
    closeGate();
    Process first = start(Map.of(), "first");
    awaitMaven();
    Process second = start(Map.of(), "second");
    BufferedReader errors = second.errorReader(StandardCharsets.UTF_8);
    assertThat(errors.readLine()).contains("another");
    openGate();
    assertThat(output(first)).isEqualTo("started first\n");
    assertThat(output(second)).isEqualTo("started second\n");
    assertThat(runs()).isEqualTo(1);
  }

  @Test
  void aRunningProgramKeepsItsJars() throws Exception {
    Process running = start(Map.of(), "late");
    BufferedReader output = running.inputReader(StandardCharsets.UTF_8);
    assertThat(output.readLine()).isEqualTo("started late");
    for (int i = 1; i <= 2; i++) {
      assertThat(builds()).isEqualTo(i);
      touchSource();
      assertThat(output(start(Map.of(), "next"))).isEqualTo("started next\n");
    }
    try (OutputStream input = running.getOutputStream()) {
      input.write('\n');
    }
    assertThat(output.readLine()).isEqualTo("late class");
    assertThat(running.waitFor()).isZero();
    touchSource();
    assertThat(output(start(Map.of(), "next"))).isEqualTo("started next\n");
    // The one in use and the one before.
    try (var apps = Files.newDirectoryStream(checkout.resolve("cli/target/launch"), "app-*")) {
      assertThat(apps).hasSize(2);
    }
  }

  @Test
  void aKilledBuildIsNoObstacle() throws Exception {
    closeGate();
    Process killed = start(Map.of(), "killed");
    awaitMaven();
    killed.descendants().forEach(ProcessHandle::destroyForcibly);
    killed.destroyForcibly().waitFor();
    Files.delete(maven.resolve("gate"));
    assertThat(output(start(Map.of(), "next"))).isEqualTo("started next\n");
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void whatIsChangedDuringABuildIsBuiltNext() throws Exception {
    closeGate();
    Process first = start(Map.of(), "first");
    awaitMaven();
    touchSource();
    openGate();
    assertThat(output(first)).isEqualTo("started first\n");
    Process second = start(Map.of(), "second");
    assertThat(errors(second)).contains("compiling").doesNotContain("Maven");
    assertThat(output(second)).isEqualTo("started second\n");
    assertThat(runs()).isEqualTo(1);
  }

  @Test
  void sourcesThatDoNotCompileLeaveTheLastBuild() throws Exception {
    assertThat(output(start(Map.of(), "first"))).isEqualTo("started first\n");
    write("cli/src/main/java/Broken.java", "class {");
    Process failed = start(Map.of(), "second");
    assertThat(errors(failed)).contains("Broken.java:1: error", "the sources do not compile");
    assertThat(failed.waitFor()).isEqualTo(4);
    Files.delete(checkout.resolve("cli/src/main/java/Broken.java"));
    assertThat(output(start(Map.of(), "third"))).isEqualTo("started third\n");
  }

  @Test
  void librariesThatMavenDoesNotGetEndTheBuild() throws Exception {
    Files.createFile(maven.resolve("fail"));
    Process failed = start(Map.of(), "first");
    assertThat(errors(failed)).contains("[ERROR] the stub fails", "did not get the libraries");
    assertThat(failed.waitFor()).isEqualTo(4);
    Files.delete(maven.resolve("fail"));
    assertThat(output(start(Map.of(), "second"))).isEqualTo("started second\n");
  }

  /** A dependency more. */
  @Test
  void newLibrariesAreFetched() throws Exception {
    assertThat(output(start(Map.of(), "first"))).isEqualTo("started first\n");
    write("late/pom.xml", "<dependency><artifactId>another</artifactId></dependency>");
    assertThat(output(start(Map.of(), "second"))).isEqualTo("started second\n");
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void aHomeIsNotNeeded() throws Exception {
    Process process = start(Map.of("HOME", ""), "homeless");
    assertThat(errors(process)).doesNotContain("unbound");
    assertThat(output(process)).isEqualTo("started homeless\n");
  }

  /** The shell names the folder: the test's own VM may have a locale without such letters. */
  @Test
  void lettersOfAnyLanguageMayBeInThePath() throws Exception {
    String script =
        """
        mv checkout $'p\\xc3\\xa4th' && cd $'p\\xc3\\xa4th' || exit 9
        [ "$(./dexscope $'\\xc3\\xa4')" = $'started \\xc3\\xa4' ]
        """;
    for (Map<String, String> locale :
        List.of(
            Map.of("LC_ALL", "C"),
            Map.of("LC_ALL", "", "LC_CTYPE", "POSIX"),
            Map.of("LC_ALL", "", "LC_CTYPE", "", "LANG", ""),
            Map.of("LC_ALL", "xx_XX.UTF-8"))) {
      assertThat(start(locale, "bash", List.of("-c", script)).waitFor()).as("" + locale).isZero();
      assertThat(start(Map.of(), "bash", List.of("-c", "mv p*th checkout")).waitFor()).isZero();
    }
  }

  private Process start(Map<String, String> environment, String argument) throws IOException {
    return start(environment, checkout.resolve("dexscope").toString(), List.of(argument));
  }

  /** With these variables; those that are empty are not set. */
  private Process start(Map<String, String> environment, String program, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> all = builder.environment();
    all.put("JAVA_HOME", System.getProperty("java.home"));
    all.put("PATH", maven + ":" + all.get("PATH"));
    all.keySet().removeAll(environment.keySet());
    environment.forEach((name, value) -> {
      if (!value.isEmpty()) {
        all.put(name, value);
      }
    });
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private static String errors(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String output(Process process) throws Exception {
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? output : output + errors(process);
  }

  /** From now on Maven waits in its midst. */
  private void closeGate() throws Exception {
    for (String each : List.of("gate", "begun")) {
      assertThat(new ProcessBuilder("mkfifo", "" + maven.resolve(each)).start().waitFor()).isZero();
    }
  }

  private void awaitMaven() throws IOException {
    assertThat(Files.readString(maven.resolve("begun"))).isEqualTo("begun\n");
  }

  private void openGate() throws IOException {
    Files.writeString(maven.resolve("gate"), "go\n");
  }

  /** Maven's. */
  private int runs() throws IOException {
    return Files.readAllLines(maven.resolve("runs")).size();
  }

  /** Those that are kept. */
  private long builds() throws IOException {
    try (var files = Files.list(checkout.resolve("cli/target/launch"))) {
      return files.filter(each -> each.getFileName().toString().startsWith("app-")).count();
    }
  }

  /** Makes it newer than the last build, and no newer than the next. */
  private void touchSource() throws IOException {
    write("cli/src/main/java/dev/dexscope/cli/Main.java", PROGRAM + "// changed\n");
  }

  private void write(String file, String content) throws IOException {
    Path path = checkout.resolve(file);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    Files.writeString(path, content);
  }

  private static void executable(Path file, String content) throws IOException {
    Files.writeString(file, content);
    assertThat(Objects.requireNonNull(file.toFile()).setExecutable(true)).isTrue();
  }
}
