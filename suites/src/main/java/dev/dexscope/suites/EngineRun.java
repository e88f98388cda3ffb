package dev.dexscope.suites;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program to be run on an engine by {@code suites/vm.d/engine}.
 *
 * @param classPath where the JVM finds it
 * @param jars the dex jars where the others find it, separated by colons
 * @param words main class and arguments
 */
public record EngineRun(
    String engine, String classPath, String jars, String jvmOptions, List<String> words) {

  /** Runs it; answers its exit code, or {@link Shell#TIMED_OUT}. */
  public int run(Path folder, Path input, Path output, Path errors, int seconds)
      throws IOException, InterruptedException {
    Path script = Path.of(System.getenv("DEXSCOPE_ROOT"), "suites/vm.d/engine");
    var command = new ArrayList<>(List.of(script.toString(), classPath, jars));
    command.addAll(words);
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder
        .environment()
        .putAll(Map.of("ENGINE", engine, "JVM_OPTIONS", jvmOptions, "ART_OPTIONS", ""));
    builder.redirectInput(input.toFile());
    builder.redirectOutput(output.toFile()).redirectError(errors.toFile());
    return Shell.run(builder, seconds);
  }

  /** The same without input; what it says on standard error is not kept. */
  public int run(Path folder, Path output, int seconds) throws IOException, InterruptedException {
    Path nothing = new File("/dev/null").toPath();
    return run(folder, nothing, output, nothing, seconds);
  }
}
