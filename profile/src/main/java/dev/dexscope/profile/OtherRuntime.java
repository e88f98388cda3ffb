package dev.dexscope.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A runtime outside this Java VM that runs the programs to profile, in processes that end with this
 * one.
 */
@FunctionalInterface
public interface OtherRuntime {
  /**
   * Runs a program, which reads {@code System.in}.
   *
   * @param classPath dex files and archives of them
   * @param properties system properties of the program
   * @param samples the file for a method trace by samples; null for none, and for no output of the
   *     program
   * @return its exit code
   * @throws IOException if it cannot be run
   */
  int run(
      List<Path> classPath,
      String mainClass,
      List<String> arguments,
      Map<String, String> properties,
      @Nullable Path samples)
      throws IOException;
}
