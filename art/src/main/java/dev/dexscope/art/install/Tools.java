package dev.dexscope.art.install;

import dev.dexscope.base.install.MissingToolException;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Programs of this machine that an installation runs, each to its end.
 *
 * @param folder where they run, and where each leaves its messages
 */
record Tools(Path folder) {
  private static final String ENGLISH = "C";
  private static final int SHOWN = 300;

  /** Returns those of the given names that are not on the {@code PATH}. */
  static List<String> missing(List<String> names) {
    return names.stream().filter(name -> !isOnPath(name)).toList();
  }

  private static boolean isOnPath(String name) {
    for (String each : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path file = Path.of(each, name);
      if (!each.isEmpty() && Files.isExecutable(file) && !Files.isDirectory(file)) {
        return true;
      }
    }
    return false;
  }

  /** Runs one, whose output is for a person who looks for a failure. */
  void run(List<String> command) throws IOException {
    Path log = Files.createTempFile(folder, "tool", ".log");
    if (start(command, log, ProcessBuilder.Redirect.appendTo(log.toFile())) != 0) {
      throw failed(command, log);
    }
    Files.delete(log);
  }

  /** Runs one, and returns its output. */
  String output(List<String> command) throws IOException {
    Path log = Files.createTempFile(folder, "tool", ".log");
    Path out = Files.createTempFile(folder, "tool", ".out");
    try {
      if (start(command, log, ProcessBuilder.Redirect.to(out.toFile())) != 0) {
        throw failed(command, log);
      }
      Files.delete(log);
      return Files.readString(out, StandardCharsets.UTF_8);
    } finally {
      Files.delete(out);
    }
  }

  private int start(List<String> command, Path log, ProcessBuilder.Redirect out)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(out)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(Map.of("LC_ALL", ENGLISH, "DEBIAN_FRONTEND", "noninteractive"));
    Process process = builder.start();
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while " + command.getFirst() + " ran");
    } finally {
      process.destroy();
    }
  }

  private static MissingToolException failed(List<String> command, Path log) throws IOException {
    String said =
        Files.readString(log, StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.contains("error") || line.startsWith("E:"))
            .findFirst()
            .orElse("no reason was given");
    return new MissingToolException(
        command.getFirst() + " failed: " + said.substring(0, Math.min(said.length(), SHOWN)),
        log,
        "see this file, and type again: dexscope art install");
  }
}
