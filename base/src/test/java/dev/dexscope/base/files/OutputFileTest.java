package dev.dexscope.base.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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

  @Test
  void aPlaceIsCheckedBeforeThereIsAnythingToWrite() throws IOException {
    assertThatThrownBy(() -> OutputFile.checkPlace(folder.resolve("no/x")))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageStartingWith("no such directory, ");
    assertThatThrownBy(() -> OutputFile.checkPlace(folder))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageStartingWith("output is a directory, ");
    OutputFile.checkPlace(folder.resolve("x"));
    assertThat(files()).isZero();
  }

  /** The device takes no byte, as a full disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsToldWithTheFile() {
    assertThatThrownBy(
            () -> OutputFile.write(Path.of("/dev/full"), out -> out.write(new byte[1 << 20])))
        .isInstanceOf(FileSystemException.class)
        .hasMessage("/dev/full: No space left on device");
  }

  @Test
  void aLinkIsFollowedAlsoToAFileThatIsNotThere() throws IOException {
    Files.createDirectory(folder.resolve("far"));
    Path target = folder.resolve("far/out.txt");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("far/out.txt"));

    OutputFile.write(link, out -> out.write('a'));
    assertThat(target).hasContent("a");
    OutputFile.replace(link, file -> Files.writeString(file, "b"));

    assertThat(target).hasContent("b");
    assertThat(link).isSymbolicLink();
    assertThat(files()).isEqualTo(2);
  }

  @Test
  void aLinkToItselfIsRefused() throws IOException {
    Path link = folder.resolve("link");
    Files.createSymbolicLink(link, link.getFileName());

    assertThatThrownBy(() -> OutputFile.write(link, out -> out.write(1)))
        .isInstanceOf(RefusedFileException.class)
        .hasMessageStartingWith("links to itself, ");
  }

  @Test
  void aPipeTakesTheBytesAndStaysAPipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThat(readFrom(pipe, () -> OutputFile.write(pipe, out -> out.write('a')))).isEqualTo("a");
    assertThat(readFrom(pipe, () -> OutputFile.replace(pipe, file -> Files.writeString(file, "b"))))
        .isEqualTo("b");
    assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther()).isTrue();
    assertThat(files()).isEqualTo(1);
  }

  private static String readFrom(Path pipe, Callable writer) throws Exception {
    var reader = new FutureTask<>(() -> Files.readString(pipe));
    // A pipe without a writer must not keep the tests from ending.
    Thread.ofVirtual().start(reader);
    writer.call();
    return reader.get(10, TimeUnit.SECONDS);
  }

  private interface Callable {
    void call() throws IOException;
  }

  @Test
  void anOutputThatIsTheInputIsRefusedUnderAnyName() throws IOException {
    Path input = Files.writeString(folder.resolve("in"), "a");
    Path link = Files.createSymbolicLink(folder.resolve("link"), input);
    Path hard = Files.createLink(folder.resolve("hard"), input);

    for (Path output : List.of(input, folder.resolve("./in"), link, hard)) {
      assertThatThrownBy(() -> OutputFile.checkApart(output, List.of(folder, input)))
          .isInstanceOf(RefusedFileException.class)
          .hasMessageStartingWith("output is the input, " + output);
    }
    OutputFile.checkApart(folder.resolve("new"), List.of(input));
    OutputFile.checkApart(Path.of("/dev/null"), List.of(Path.of("/dev/null")));
  }

  private long files() throws IOException {
    try (var list = Files.list(folder)) {
      return list.count();
    }
  }
}
