package dev.dexscope.base.install;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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
  private static final String ERROR = "[ERROR]";
  private static final Pattern COLOURS = Pattern.compile("\u001B\\[[0-9;]*m");
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
   * Runs it in a folder to its end. If it fails, what it says of that goes to the stream of our own
   * messages.
   *
   * @return whether it has succeeded
   * @throws IOException if an I/O error occurs
   */
  public boolean run(Path folder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString(), "-B", "-q"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String said = first(lines);
      boolean isDone = process.waitFor() == 0;
      if (!isDone && !said.isEmpty()) {
        System.err.println("Maven: " + said);
      }
      return isDone;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while Maven ran");
    } finally {
      process.destroy();
    }
  }

  /**
   * Its first error; the others say where to read on. Its last line if it has not come to one.
   * Maven resets the colours before its first line, also if it uses none.
   */
  private static String first(BufferedReader lines) throws IOException {
    String error = "";
    String last = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      line = COLOURS.matcher(line).replaceAll("");
      last = line;
      if (error.isEmpty() && line.startsWith(ERROR)) {
        error = line.substring(ERROR.length()).strip();
      }
    }
    return error.isEmpty() ? last : error;
  }
}
