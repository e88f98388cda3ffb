package dev.dexscope.trace.export.graph;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Graphviz's {@code dot} program, where the machine has it. */
public final class Graphviz {
  private static final long PATIENCE_SECONDS = 120;

  private Graphviz() {}

  /** The program on the search path. */
  public static Optional<Path> find() {
    return find(System.getenv("PATH"));
  }

  /**
   * The program, for what cannot be drawn without it.
   *
   * @throws MissingGraphvizException when it is not installed
   */
  public static Path require() {
    return find().orElseThrow(MissingGraphvizException::new);
  }

  static Optional<Path> find(@Nullable String searchPath) {
    if (searchPath == null) {
      return Optional.empty();
    }
    for (String folder : searchPath.split(File.pathSeparator)) {
      for (String name : new String[] {"dot", "dot.exe"}) {
        Path program = Path.of(folder, name);
        if (Files.isRegularFile(program) && Files.isExecutable(program)) {
          return Optional.of(program);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Draws a graph.
   *
   * @param type one of Graphviz's output types: png, svg
   * @throws IOException if it cannot be written
   */
  public static void draw(Path dot, String type, CallGraph graph, OutputStream out)
      throws IOException {
    draw(dot, type, source -> Dot.write(graph, source), out);
  }

  /** Writes a graph in Graphviz's language. */
  @FunctionalInterface
  public interface Source {
    void write(OutputStream out) throws IOException;
  }

  /**
   * Draws a graph that is written in Graphviz's language.
   *
   * @throws IOException if it cannot be written
   */
  public static void draw(Path dot, String type, Source graph, OutputStream out)
      throws IOException {
    // Files on both sides: the program can neither block on a pipe nor leave an incomplete picture.
    Path source = temporary(".dot");
    Path picture = temporary("." + type);
    Path messages = temporary(".log");
    try {
      try (OutputStream to = Files.newOutputStream(source)) {
        graph.write(to);
      }
      Process process =
          new ProcessBuilder(
                  dot.toString(), "-T" + type, source.toString(), "-o", picture.toString())
              .redirectErrorStream(true)
              .redirectOutput(messages.toFile())
              .start();
      await(process);
      if (process.exitValue() != 0) {
        String first = Files.readString(messages).lines().findFirst().orElse("no message");
        throw new IOException("Graphviz failed: " + first);
      }
      Files.copy(picture, out);
    } finally {
      Files.deleteIfExists(source);
      Files.deleteIfExists(picture);
      Files.deleteIfExists(messages);
    }
  }

  private static Path temporary(String suffix) throws IOException {
    Path file = Files.createTempFile("dexscope", suffix);
    file.toFile().deleteOnExit(); // An interrupted command leaves no file.
    return file;
  }

  private static void await(Process process) throws IOException {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("Graphviz took longer than " + PATIENCE_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted while Graphviz drew").initCause(e);
    } finally {
      process.destroyForcibly();
    }
  }
}
