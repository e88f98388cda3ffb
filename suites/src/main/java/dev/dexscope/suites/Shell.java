package dev.dexscope.suites;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs commands under a time limit. */
public final class Shell {
  /** The exit code of a command that was stopped because its time was over. */
  static final int TIMED_OUT = -1;

  private Shell() {}

  /** Runs a command without input. */
  public static int run(
      Path folder, Map<String, String> environment, Path output, int seconds, List<String> command)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(environment);
    builder.redirectInput(new File("/dev/null"));
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    return run(builder, seconds);
  }

  /** Starts a process and waits for its end; answers its exit code, or {@link #TIMED_OUT}. */
  public static int run(ProcessBuilder builder, int seconds)
      throws IOException, InterruptedException {
    // A JVM says when it finds one of these, and that would be taken for the program's output.
    builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
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
