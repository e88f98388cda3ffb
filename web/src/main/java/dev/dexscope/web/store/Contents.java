package dev.dexscope.web.store;

import dev.dexscope.base.files.OutputFolder;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;

/**
 * The bytes of a store: a folder for each trace, named by its digest, which appears and disappears
 * in one step. What is on its way, in or out, stands beside them.
 */
final class Contents {
  private static final int MOST_TRIES = 1000;

  /** The trace itself, in its folder. */
  static final String TRACE = "trace";

  private final Path whole;
  private final Path parts;

  private Contents(Path whole, Path parts) {
    this.whole = whole;
    this.parts = parts;
  }

  /** Opens those of a folder; what was on its way when another process ended is removed. */
  static Contents open(Path folder) throws IOException {
    Path parts = folder.resolve("parts");
    empty(parts);
    return new Contents(
        Files.createDirectories(folder.resolve("traces")), Files.createDirectories(parts));
  }

  /** For temporary files of who works on what is on its way. */
  Path temporary() {
    return parts;
  }

  /** A new folder for what comes in. */
  Path begin() throws IOException {
    return Files.createDirectory(parts.resolve(Unguessable.next()));
  }

  /** Removes what has come in and is not kept; does nothing when it was published. */
  void abandon(Path part) throws IOException {
    OutputFolder.delete(part);
  }

  Path of(String sha256) {
    return whole.resolve(sha256);
  }

  boolean has(String sha256) {
    return Files.exists(of(sha256).resolve(TRACE));
  }

  /** Waits until all of a folder is on the disk. */
  static long settle(Path part) throws IOException {
    long size = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(part)) {
      for (Path file : files) {
        Disk.force(file);
        size += Files.size(file);
      }
    }
    Disk.force(part);
    return size;
  }

  /** Makes a whole folder the trace of a digest. */
  void publish(Path part, String sha256) throws IOException {
    Files.move(part, of(sha256), StandardCopyOption.ATOMIC_MOVE);
    Disk.force(whole);
  }

  /** Removes a trace; who reads it may go on. */
  void remove(String sha256) throws IOException {
    if (Files.exists(of(sha256))) {
      Path leaving = parts.resolve(Unguessable.next());
      Files.move(of(sha256), leaving, StandardCopyOption.ATOMIC_MOVE);
      OutputFolder.delete(leaving);
    }
  }

  /** Removes all but these. */
  void removeOthers(Set<String> digests) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(whole)) {
      for (Path each : all) {
        String name = String.valueOf(each.getFileName());
        if (!digests.contains(name)) {
          remove(name);
        }
      }
    }
  }

  /** Returns how many bytes the disk has left. */
  long freeBytes() throws IOException {
    return Files.getFileStore(parts).getUsableSpace();
  }

  /** A process that reads a trace for a server that was killed may write there a moment longer. */
  private static void empty(Path folder) throws IOException {
    for (int tries = 1; true; tries++) {
      try {
        OutputFolder.delete(folder);
        return;
      } catch (DirectoryNotEmptyException e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }
}
