package dev.dexscope.base.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFolderTest {
  @TempDir Path folder;

  @Test
  void twoDeleteTheSame() throws Exception {
    for (int round = 0; round < 50; round++) {
      Path same = Files.createDirectories(folder.resolve("same"));
      for (int i = 0; i < 100; i++) {
        Files.createFile(same.resolve("f" + i));
      }
      var other = new FutureTask<>(() -> delete(same));
      Thread.ofPlatform().start(other);
      delete(same);
      other.get();
      assertThat(same).doesNotExist();
    }
  }

  private static Path delete(Path folder) throws IOException {
    OutputFolder.delete(folder);
    return folder;
  }

  /** What somebody else adds is an I/O error, after which it can be tried again. */
  @Test
  void deletesFoldersThatChangeMeanwhile() throws Exception {
    Path changing = folder.resolve("changing");
    var done = new AtomicBoolean();
    Thread writer = Thread.ofPlatform().start(() -> change(changing, done));
    for (int i = 0; i < 2000; i++) {
      try {
        OutputFolder.delete(changing);
      } catch (DirectoryNotEmptyException e) {
        // Something was added while it was walked.
      }
    }
    done.set(true);
    writer.join();
    OutputFolder.delete(changing);
    assertThat(changing).doesNotExist();
  }

  private static void change(Path changing, AtomicBoolean done) {
    while (!done.get()) {
      try {
        for (int i = 0; i < 8; i++) {
          Files.createDirectories(changing.resolve("a" + i + "/b/c"));
        }
        for (int i = 0; i < 8; i++) {
          Files.deleteIfExists(changing.resolve("a" + i + "/b/c"));
          Files.deleteIfExists(changing.resolve("a" + i + "/b"));
        }
      } catch (IOException e) {
        // The other thread has deleted it.
      }
    }
  }

  @Test
  void aFullDiskIsReportedWithTheFolder() {
    Path full = folder.resolve("full");

    assertThatThrownBy(() ->
            OutputFolder.write(
                full,
                _ -> {
                  throw new IOException("No space left on device");
                }))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(full + ": No space left on device");
    assertThat(full).doesNotExist();
  }
}
