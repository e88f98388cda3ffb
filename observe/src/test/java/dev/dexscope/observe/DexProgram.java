package dev.dexscope.observe;

import com.android.tools.r8.CompilationFailedException;
import dalvik.system.InMemoryDexClassLoader;
import dev.dexscope.testkit.TestCompiler;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jf.smali.Smali;
import org.jf.smali.SmaliOptions;

/**
 * A program of the tests: compiled by javac, turned into dex by D8, run in a process of its own.
 */
public record DexProgram(Path folder, String mainClass) {
  /** One run: exit code and what it printed on both streams. */
  public record Run(int exit, String output) {}

  /**
   * Compiles a source; its class files stay beside the dex file.
   *
   * @param missing classes of the source that the program is run without
   */
  public static DexProgram compile(Path folder, String mainClass, String source, String... missing)
      throws IOException, CompilationFailedException {
    return compile(folder, mainClass, 11, 28, source, missing);
  }

  /**
   * The same of newer source.
   *
   * @param release of Java
   * @param apiLevel for which D8 writes
   */
  public static DexProgram compile(
      Path folder, String mainClass, int release, int apiLevel, String source, String... missing)
      throws IOException, CompilationFailedException {
    Path file = Files.writeString(folder.resolve(mainClass + ".java"), source);
    TestCompiler.javac(
        "-g",
        "-nowarn",
        "-parameters",
        "--release",
        String.valueOf(release),
        "-d",
        folder.toString(),
        file.toString());
    for (String each : missing) {
      Files.delete(folder.resolve(each + ".class"));
    }
    TestCompiler.d8(TestCompiler.classesIn(folder), apiLevel, folder);
    return new DexProgram(folder, mainClass);
  }

  /** Assembles code in smali's syntax, of a file. */
  public static DexProgram assemble(Path folder, String mainClass, Path smali) throws IOException {
    var options = new SmaliOptions();
    options.apiLevel = 28;
    options.outputDexFile = folder.resolve("classes.dex").toString();
    if (!Smali.assemble(options, List.of(smali.toString()))) {
      throw new IllegalArgumentException("does not assemble");
    }
    return new DexProgram(folder, mainClass);
  }

  public Path dex() {
    return folder.resolve("classes.dex");
  }

  /** On the JDK. */
  public Run onHost() throws IOException, InterruptedException {
    return start(List.of("-cp", folder.toString(), mainClass));
  }

  /** On the VM. */
  public Run on(Engine engine, String... arguments) throws IOException, InterruptedException {
    return start(command(engine, arguments));
  }

  /** Returns the command that runs the program on the VM, after {@code java}. */
  private List<String> command(Engine engine, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "-XX:-OmitStackTraceInFastThrow",
                // As the launcher: G1 throws when it has collected for long, though there is
                // memory.
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx256m",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Launch.class.getName(),
                engine.name(),
                dex().toString(),
                mainClass));
    command.addAll(List.of(arguments));
    return command;
  }

  /** The program in a class loader of this process; the VM must have been started. */
  public Class<?> load() throws IOException, ClassNotFoundException {
    var loader = new InMemoryDexClassLoader(ByteBuffer.wrap(Files.readAllBytes(dex())), null);
    return loader.loadClass(mainClass);
  }

  /** Starts the program on the VM; both of its output streams are one. */
  public Process start(Engine engine) throws IOException {
    return builder(command(engine)).start();
  }

  private Run start(List<String> arguments) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    Process process = builder(arguments).redirectOutput(output.toFile()).start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
      throw new IllegalStateException("hangs: " + Files.readString(output));
    }
    return new Run(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }

  private static ProcessBuilder builder(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectErrorStream(true);
  }

  /** The entry point of the process. */
  public static final class Launch {
    private Launch() {}

    public static void main(String[] args) throws IOException {
      var observation = new Observation();
      Vm vm = Vm.start(Engine.valueOf(args[0]), null, observation);
      observation.answerQuitSignal();
      Path dex = Path.of(args[1]);
      var program = new Program(List.of(dex), args[2]);
      String libraries = Objects.requireNonNull(dex.getParent()).toString();
      Map<String, String> properties = Map.of("set", "yes", "java.library.path", libraries);
      System.exit(vm.run(program, properties, Arrays.copyOfRange(args, 3, args.length)));
    }
  }
}
