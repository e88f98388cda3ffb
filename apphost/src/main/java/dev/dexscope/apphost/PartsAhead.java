package dev.dexscope.apphost;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Slow parts of every app's start that are independent, begun on the second core while the sandbox
 * is created. Code that needs them waits for their end, as the Java VM performs each once: these
 * are initialisations of classes, and libraries of the system.
 */
final class PartsAhead {
  private PartsAhead() {}

  /**
   * Begins.
   *
   * @param natives the folder with the library of the framework's native methods, if an earlier run
   *     has unpacked it
   */
  static void begin(Path natives) {
    if (Runtime.getRuntime().availableProcessors() > 1) {
      start("algorithms ahead", PartsAhead::algorithms);
      start("library ahead", () -> open(natives));
    }
  }

  private static void start(String name, Runnable part) {
    Thread.ofPlatform().daemon().name(name).start(part);
  }

  /** Making a provider loads its 700 classes, out of a jar whose signature is looked at. */
  private static void algorithms() {
    try {
      Class.forName("org.bouncycastle.jce.provider.BouncyCastleProvider")
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      // It is reported where it is needed.
    }
  }

  /** Only maps it and resolves its symbols: it registers with Java when Java loads it. */
  @SuppressWarnings("restricted") // The process of an app has native access enabled.
  private static void open(Path natives) {
    try (DirectoryStream<Path> libraries = Files.newDirectoryStream(natives, "lib*")) {
      for (Path each : libraries) {
        SymbolLookup.libraryLookup(each, Arena.global());
      }
    } catch (IOException | IllegalArgumentException e) {
      // It is reported where it is needed.
    }
  }
}
