package dev.dexscope.bench.vm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a command in a folder, its output and errors together in a file, under a time limit. */
final class Shell {
  /** The exit code of a command that was stopped because its time was over. */
  static final int TIMED_OUT = -1;

  private Shell() {}

  static int run(
      Path folder, Map<String, String> environment, Path output, int seconds, List<String> command)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    // A JVM says when it finds one of these, and that would be taken for the test's output.
    builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
    builder.environment().putAll(environment);
    builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    Process process = builder.start();
    try {
      return process.waitFor(seconds, TimeUnit.SECONDS) ? process.exitValue() : TIMED_OUT;
    } finally {
      // Scripts start programs: those go first, so that none is left without a parent.
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }
}
