package dev.dexscope.base.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir Path folder;

  @Test
  void theFileAppearsWithItsWholeContent() throws IOException {
    Path target = folder.resolve("out.txt");

    OutputFile.write(
        target,
        out -> {
          out.write(new byte[] {1, 2, 3});
          assertThat(target).doesNotExist();
        });

    assertThat(target).hasBinaryContent(new byte[] {1, 2, 3});
    assertThat(files()).isEqualTo(1);
  }

  @Test
  void aFailedWriteKeepsTheOldFileAndLeavesNothing() throws IOException {
    Path target = folder.resolve("out.txt");
    Files.writeString(target, "old");

    assertThatThrownBy(() ->
            OutputFile.write(
                target,
                out -> {
                  out.write(1);
                  throw new IOException("disk full");
                }))
        .hasMessage("disk full");

    assertThat(target).hasContent("old");
    assertThat(files()).isEqualTo(1);
  }

  @Test
  void theResultHasTheUsualPermissions() throws IOException {
    Path usual = Files.createFile(folder.resolve("usual"));
    Path target = folder.resolve("out");

    OutputFile.write(target, out -> out.write(1));

    assertThat(Files.getPosixFilePermissions(target))
        .isEqualTo(Files.getPosixFilePermissions(usual));
  }

  @Test
  void aDirectoryIsRefused() {
    assertThatThrownBy(() -> OutputFile.write(folder, out -> out.write(1)))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageStartingWith("output is a directory, ");
  }

  @Test
  void aMissingFolderIsRefused() {
    assertThatThrownBy(() -> OutputFile.write(folder.resolve("no/x"), out -> out.write(1)))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageStartingWith("no such directory, ");
  }

  private long files() throws IOException {
    try (var list = Files.list(folder)) {
      return list.count();
    }
  }
}
