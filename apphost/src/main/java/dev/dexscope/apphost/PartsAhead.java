package dev.dexscope.apphost;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What every app's start needs and what takes its time by itself, begun on the second core while
 * the sandbox is made. Whoever needs it waits for what is left of it, as the Java VM has it done
 * once: these are initialisations of classes, and libraries of the system.
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
      // Who needs it will be told.
    }
  }

  /**
   * Only maps it and resolves its symbols: what it has to say to Java it says when Java loads it.
   */
  @SuppressWarnings("restricted") // The process of an app is started with leave for it.
  private static void open(Path natives) {
    try (DirectoryStream<Path> libraries = Files.newDirectoryStream(natives, "lib*")) {
      for (Path each : libraries) {
        SymbolLookup.libraryLookup(each, Arena.global());
      }
    } catch (IOException | IllegalArgumentException e) {
      // Who needs it will be told.
    }
  }
}
