package dev.dexscope.base.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {
  /** Larger than any process id of Linux. */
  private static final String NOBODY = "4999999";

  @TempDir Path parent;

  /** Has a temporary folder and one that it makes, prints a line, and goes on for ever. */
  public static final class Program {
    private Program() {}

    public static void main(String[] args) throws Exception {
      Path parent = Path.of(args[0]);
      Files.writeString(TemporaryFolder.makeIn(parent).path().resolve("a"), "a");
      OutputFolder.write(
          parent.resolve("out"),
          folder -> {
            Files.writeString(Files.createDirectory(folder.resolve("in")).resolve("b"), "b");
            System.out.println("made");
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
          });
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(parent)) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  private Process start() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                parent.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("made");
    return process;
  }

  @Test
  void itIsGoneWhenItIsClosed() throws IOException {
    try (var folder = TemporaryFolder.makeIn(parent)) {
      Files.writeString(Files.createDirectory(folder.path().resolve("in")).resolve("a"), "a");
    }
    assertThat(names()).isEmpty();
  }

  /** In a process: hooks run at its end. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void nothingIsLeftOfAProcessThatIsToldToEnd() throws Exception {
    Process process = start();
    try {
      assertThat(names()).hasSize(2);
      process.destroy();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(names()).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whatAKilledProcessHasLeftGoesWithTheNextFolder() throws Exception {
    Process process = start();
    try {
      List<String> before = names();
      TemporaryFolder.makeIn(parent).close();
      assertThat(names()).as("of a living process").isEqualTo(before);
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(names()).hasSize(2);
    TemporaryFolder.makeIn(parent).close();
    assertThat(names()).singleElement().asString().startsWith(".out.");
  }

  @Test
  void whatIsNotOursStays() throws IOException {
    Path theirs = Files.createDirectory(parent.resolve("dexscope-" + NOBODY + "-1"));
    Files.writeString(theirs.resolve("a"), "without a lock");
    Path named = Files.createDirectory(parent.resolve("dexscope-of-mine"));
    Files.writeString(named.resolve(".owner"), "");
    Path file = Files.writeString(parent.resolve("dexscope-" + NOBODY + "-2"), "a file");
    Path dead = Files.createDirectory(parent.resolve("dexscope-" + NOBODY + "-3"));
    Files.writeString(dead.resolve(".owner"), "");
    Path own = Files.createDirectory(parent.resolve("own"));
    Files.writeString(own.resolve(".owner"), "");
    Files.createSymbolicLink(dead.resolve("link"), own);
    Path link = Files.createSymbolicLink(parent.resolve("dexscope-" + NOBODY + "-4"), own);

    TemporaryFolder.makeIn(parent).close();

    assertThat(theirs.resolve("a")).exists();
    assertThat(named).exists();
    assertThat(file).exists();
    assertThat(link).isSymbolicLink();
    assertThat(own.resolve(".owner")).exists();
    assertThat(dead).doesNotExist();
  }
}
