package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.CompilationMode;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A program in dex code and in class files, to be run with the same native agents on the VM and on
 * HotSpot.
 */
final class AgentRig {
  /** How a run ended, and the lines that agent and program have printed. */
  record Run(int exit, List<String> lines) {
    /** The lines that begin with a word, without it. */
    List<String> of(String word) {
      return lines.stream()
          .filter(line -> line.startsWith(word + " "))
          .map(line -> line.substring(word.length() + 1))
          .toList();
    }
  }

  /** The home of a JDK for aarch64 that this machine can run, to be used instead of our own. */
  private static final @Nullable String AARCH64 = System.getProperty("dexscope.aarch64.home");

  private static final Path HOME =
      Path.of(AARCH64 == null ? System.getProperty("java.home") : AARCH64);

  /** How many times longer than here things may take on an emulated machine. */
  private static final int EMULATED = 30;

  private final Path folder;
  private final String mainClass;

  private final CompilationMode mode;

  /** The library of machine code. */
  private final Path library;

  private final int release;

  /** Compiles the program, which is a test resource. */
  AgentRig(Path folder, String mainClass) throws IOException, CompilationFailedException {
    this(folder, mainClass, CompilationMode.DEBUG);
  }

  /** The same as D8 does it for debugging, or for a release. */
  AgentRig(Path folder, String mainClass, CompilationMode mode)
      throws IOException, CompilationFailedException {
    this(folder, mainClass, mode, 11);
  }

  /** The same with a version of Java. */
  AgentRig(Path folder, String mainClass, CompilationMode mode, int release)
      throws IOException, CompilationFailedException {
    this.folder = folder;
    this.mainClass = mainClass;
    this.mode = mode;
    this.library = folder.resolve("agents.so");
    this.release = release;
    compile(resource(mainClass + ".java"), folder);
    if (AARCH64 == null) {
      AgentLibraryWriter.write(library);
    } else {
      writeOnMachine(library);
    }
  }

  /** Has the library of machine code written by the machine that it is for. */
  private void writeOnMachine(Path library) {
    Run run =
        run(
            List.of(
                "-cp",
                System.getProperty("java.class.path"),
                AgentLibraryWriter.class.getName(),
                library.toString(),
                folder.resolve("idle.so").toString()));
    assertThat(run.exit()).as("%s", run.lines()).isZero();
  }

  /** A library of the JDK's. */
  static Path jdkLibrary(String name) {
    return HOME.resolve("lib").resolve(System.mapLibraryName(name));
  }

  /** Compiles a source to class files and to dex code, in a folder. */
  private void compile(Path source, Path folder) throws IOException, CompilationFailedException {
    TestCompiler.javac(
        "-g",
        "-nowarn",
        "--release",
        String.valueOf(release),
        "-d",
        folder.toString(),
        source.toString());
    TestCompiler.d8(TestCompiler.classesIn(folder), 28, mode, folder);
  }

  private AgentRig(AgentRig other, Path folder, String mainClass) {
    this.folder = folder;
    this.mainClass = mainClass;
    this.mode = other.mode;
    this.release = other.release;
    this.library = other.library;
  }

  /** The same for another program, whose code is in a folder already. */
  AgentRig of(Path folder, String mainClass) {
    return new AgentRig(this, folder, mainClass);
  }

  /**
   * Another version of the program, in a folder of its own.
   *
   * @param change makes its source of the program's
   * @param className its class, which may be another one
   */
  Path version(String name, String className, UnaryOperator<String> change)
      throws IOException, CompilationFailedException {
    Path version = Files.createDirectories(folder.resolve(name));
    Path source = version.resolve(className + ".java");
    Files.writeString(source, change.apply(Files.readString(resource(mainClass + ".java"))));
    compile(source, version);
    return version;
  }

  private static Path resource(String name) {
    return Path.of("src/test/resources/agents", name);
  }

  /** The library of an agent that is a test resource; it is compiled when it is first asked for. */
  String agent(String name) throws IOException, InterruptedException {
    Path library = folder.resolve("lib" + name + ".so");
    if (!Files.exists(library)) {
      Path include = HOME.resolve("include");
      Peer.Answer answer =
          (AARCH64 == null ? Peer.GCC : Peer.AARCH64_GCC)
              .run(
                  "-shared",
                  "-fPIC",
                  "-Wall",
                  "-Werror",
                  "-Wno-unused",
                  "-DPATIENCE=" + (AARCH64 == null ? 1 : EMULATED),
                  "-I" + include,
                  "-I" + include + "/linux",
                  "-o",
                  library.toString(),
                  resource(name + ".c").toString());
      assertThat(answer.out()).isEmpty();
    }
    return library.toString();
  }

  /** Runs the dex code on the VM. */
  Run onVm(String... agents) {
    return onVm(List.of(), agents);
  }

  private Run onVm(List<String> options, String... agents) {
    List<String> command = onVmCommand(agents);
    command.addAll(0, options);
    return run(command);
  }

  /** The same as {@code --agents-later} does it. */
  Run onVmForLater(String... agents) {
    return onVm(List.of("-Ddexscope.agents.later=true"), agents);
  }

  /** The same as {@code --check-agents} does it. */
  Run onVmChecked(String... agents) {
    return onVm(List.of("-Xcheck:jni", "-Ddexscope.agents.check=true"), agents);
  }

  /** The same as {@code --platform-calls} does it. */
  Run onVmWithPlatformCalls(String... agents) {
    return onVm(List.of("-Ddexscope.agents.platform=true"), agents);
  }

  /** The same as {@code --dex-load-hook} does it. */
  Run onVmWithDexLoadHook(String... agents) {
    return onVm(List.of("-Ddexscope.agents.dex=true"), agents);
  }

  /** The same with the interpreter. */
  Run onInterpreterWithDexLoadHook(String... agents) {
    return onVm(List.of("-Ddexscope.agents.dex=true", "-Dengine=INTERPRETED", "-Xss8m"), agents);
  }

  /** The same as {@code --engine interpreted} does it. */
  Run onInterpreter(String... agents) {
    return onVm(List.of("-Dengine=INTERPRETED", "-Xss8m"), agents);
  }

  /** Has another main class run the dex code, whose path is its argument. */
  Run onVmBy(Class<?> main) {
    return run(
        List.of(
            "-XX:+EnableDynamicAgentLoading",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            folder.resolve("classes.dex").toString()));
  }

  /** Starts the dex code on the VM. */
  Process startOnVm(String... agents) throws IOException {
    return start(onVmCommand(agents));
  }

  private List<String> onVmCommand(String... agents) {
    List<String> command = new ArrayList<>(List.of("-agentpath:" + library));
    command.addAll(
        List.of(
            "-Ddexscope.agents=" + library,
            "-XX:+EnableDynamicAgentLoading",
            "-Djava.library.path=" + folder,
            "-Dagent.says=nothing",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            AgentProgram.class.getName(),
            folder.resolve("classes.dex").toString(),
            mainClass));
    command.addAll(List.of(agents));
    return command;
  }

  /** Runs the class files on HotSpot. */
  Run onHotSpot(String... agents) {
    List<String> command = new ArrayList<>();
    for (String each : agents) {
      command.add("-agentpath:" + each);
    }
    command.addAll(List.of("-Dagent.says=nothing", "-cp", folder.toString(), mainClass));
    return run(command);
  }

  /** The same with an agent of {@code java.lang.instrument}, {@code JAR=OPTIONS}. */
  Run onHotSpotWithJavaAgent(String agent, String... properties) {
    return run(onHotSpotCommand(agent, properties));
  }

  /** Starts the class files on HotSpot with such an agent. */
  Process startOnHotSpot(String agent, String... properties) throws IOException {
    return start(onHotSpotCommand(agent, properties));
  }

  private List<String> onHotSpotCommand(String agent, String... properties) {
    List<String> command = new ArrayList<>(List.of("-javaagent:" + agent));
    for (String each : properties) {
      command.add("-D" + each);
    }
    command.addAll(List.of("-cp", folder.toString(), mainClass));
    return command;
  }

  private static Process start(List<String> arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                HOME.resolve("bin").resolve("java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED"));
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static Run run(List<String> arguments) {
    try {
      Process process = start(arguments);
      process.getOutputStream().close();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(process.waitFor(), out.lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
