package dev.dexscope.trace;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;

/** Real traces that stand beside the checkout; tests are skipped where they are absent. */
public final class SharedTraces {
  private static final Path FOLDER = Path.of("../../shared/traces");

  private SharedTraces() {}

  public static Path folder() {
    assumeThat(FOLDER).as("the folder of real traces stands beside the checkout").isDirectory();
    return FOLDER;
  }

  public static Path file(String name) {
    return folder().resolve(name);
  }
}
