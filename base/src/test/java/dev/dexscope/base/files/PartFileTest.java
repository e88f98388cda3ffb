package dev.dexscope.base.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartFileTest {
  @TempDir Path folder;

  /** Begins to write a file and a folder when its end has begun. */
  static final class Late {
    private Late() {}

    public static void main(String[] args) throws Exception {
      var ending = new CountDownLatch(1);
      var made = new CountDownLatch(1);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> {
                ending.countDown();
                try {
                  made.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }));
      Thread.ofPlatform().daemon().start(() -> System.exit(0));
      ending.await();
      Files.createDirectory(PartFile.beside(Path.of(args[0], "folder")).path());
      Files.writeString(PartFile.beside(Path.of(args[0], "file")).path(), "begun");
      made.countDown();
    }
  }

  /** Other threads go on for as long as the hooks of the process run. */
  @Test
  void nothingIsLeftOfWhatIsBegunAtTheEndOfTheProcess() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Late.class.getName(),
                folder.toString())
            .inheritIO()
            .start();
    try {
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
