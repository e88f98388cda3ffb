package dev.dexscope.store;

import dev.dexscope.base.files.OutputFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** Files that appear whole, and are on the disk when their writing has returned. */
final class DurableFile {
  private DurableFile() {}

  static void write(Path target, OutputFile.Content content) throws IOException {
    write(target, content, _ -> {});
  }

  /** Decides whether a file that was written gets its name. */
  @FunctionalInterface
  interface Check {
    void of(Path temporary) throws IOException;
  }

  static void write(Path target, OutputFile.Content content, Check check) throws IOException {
    Files.createDirectories(Objects.requireNonNull(target.getParent()));
    OutputFile.replace(
        target,
        temporary -> {
          try (var out = new BufferedOutputStream(Files.newOutputStream(temporary), 1 << 16)) {
            content.writeTo(out);
          }
          check.of(temporary);
          force(temporary);
        });
    forceNames(target.getParent());
  }

  /** Gives a file that others have written its name. */
  static void publish(Path temporary, Path target) throws IOException {
    force(temporary);
    Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    forceNames(Objects.requireNonNull(target.getParent()));
  }

  /** Waits until a file's content is on the disk. */
  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private static void forceNames(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Windows opens no folders, and writes names at once.
    }
  }
}
