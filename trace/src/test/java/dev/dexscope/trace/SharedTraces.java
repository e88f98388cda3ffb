package dev.dexscope.trace;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Real traces that stand beside the checkout; tests are skipped where they are absent. */
public final class SharedTraces {
  private static final Path FOLDER = Path.of("../../shared/traces");

  private SharedTraces() {}

  public static Path folder() {
    assumeThat(FOLDER).as("the folder of real traces stands beside the checkout").isDirectory();
    return FOLDER;
  }

  /** All that can be read: one has a damaged header. */
  public static List<Path> readable() throws IOException {
    try (var list = Files.list(folder())) {
      return list.filter(f -> f.toString().endsWith(".trace"))
          .filter(f -> !f.toString().contains("special_char"))
          .sorted()
          .toList();
    }
  }

  public static Path file(String name) {
    return folder().resolve(name);
  }
}
