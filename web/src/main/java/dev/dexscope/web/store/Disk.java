package dev.dexscope.web.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Forces files to the disk: data in the system's memory can still be lost. */
final class Disk {
  private Disk() {}

  /** Waits until a file, or the names in a folder, are on the disk. */
  static void force(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      try (var file = new RandomAccessFile(path.toFile(), "rw")) {
        file.getFD().sync();
      }
      return;
    }
    try (FileChannel folder = FileChannel.open(path, StandardOpenOption.READ)) {
      folder.force(true);
    } catch (IOException e) {
      // Windows opens no folders, and writes names at once.
    }
  }
}
