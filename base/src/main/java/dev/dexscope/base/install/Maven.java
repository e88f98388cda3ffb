package dev.dexscope.base.install;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The user's Maven, which knows their mirrors and proxies, and goes on where a download stopped.
 *
 * <pre>{@code
 * boolean isDone = Maven.find().orElseThrow().run(folder, Maven.COPY, "-Dartifact=g:a:1", ...);
 * }</pre>
 *
 * @param program the file to start
 */
public record Maven(Path program) {
  private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:";

  /** The goal that copies one file into a folder. */
  public static final String COPY = PLUGIN + "copy";

  /** The goal that copies what a pom.xml names into a folder. */
  public static final String COPY_DEPENDENCIES = PLUGIN + "copy-dependencies";

  /** The one on the {@code PATH}. */
  public static Optional<Maven> find() {
    for (String each : System.getenv().getOrDefault("PATH", "").split(":")) {
      Path file = Path.of(each, "mvn");
      if (!each.isEmpty() && Files.isExecutable(file)) {
        return Optional.of(new Maven(file));
      }
    }
    return Optional.empty();
  }

  /**
   * Runs it in a folder to its end; its output goes to the stream of our own messages.
   *
   * @return whether it has succeeded
   * @throws IOException if an I/O error occurs
   */
  public boolean run(Path folder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString(), "-B", "-q"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      return process.waitFor() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while Maven ran");
    } finally {
      process.destroy();
    }
  }
}
