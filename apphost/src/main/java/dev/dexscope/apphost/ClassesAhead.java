package dev.dexscope.apphost;

import dev.dexscope.base.files.OutputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads and links the framework's classes on the second core, in the order in which an earlier app
 * needed them: most apps need the same ones first.
 */
final class ClassesAhead {
  private final Path list;
  private final AppSandboxLoader loader;

  /**
   * @param list where the names are kept, one a line
   */
  ClassesAhead(Path list, AppSandboxLoader loader) {
    this.list = list;
    this.loader = loader;
  }

  /** Begins, if there is a list and a core for it. */
  void begin() {
    if (Files.exists(list) && Runtime.getRuntime().availableProcessors() > 1) {
      Thread.ofPlatform().daemon().name("classes ahead").start(this::load);
    }
  }

  private void load() {
    try {
      for (String each : Files.readAllLines(list, StandardCharsets.UTF_8)) {
        link(each);
      }
    } catch (IOException e) {
      // Then they are loaded when they are needed.
    }
  }

  /** Asking for members links a class, which verifies it, and initialises nothing. */
  @SuppressWarnings("ReturnValueIgnored")
  private void link(String name) {
    try {
      Class.forName(name, false, loader).getDeclaredConstructors();
    } catch (ClassNotFoundException | LinkageError e) {
      // It is reported where it is needed.
    }
  }

  /** Saves the names for the next app, if there are none yet. */
  void save() throws IOException {
    List<String> names = loader.loaded();
    if (!Files.exists(list)) {
      byte[] text = String.join("\n", names).getBytes(StandardCharsets.UTF_8);
      OutputFile.write(list, out -> out.write(text));
    }
  }
}
