package dev.dexscope.apk.sign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * For file systems without links, like FAT: Linux refuses links there, Java may not support them.
 */
class DebugKeystoreTest {
  @TempDir private Path folder;

  private static Path refused(Path name, Path existing) throws IOException {
    throw new FileSystemException(name.toString(), existing.toString(), "Operation not permitted");
  }

  private static Path unknown(Path name, Path existing) {
    throw new UnsupportedOperationException(name + " " + existing);
  }

  private Set<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::getFileName).collect(Collectors.toSet());
    }
  }

  /** The form whose keys are not derived from the password, which every command would wait for. */
  @Test
  void theKeystoreIsOfTheOlderForm() throws IOException {
    Path keystore = folder.resolve("debug.keystore");

    DebugKeystore.openOrCreate(keystore);

    assertThat(Files.readAllBytes(keystore)).startsWith(0xfe, 0xed, 0xfe, 0xed);
  }

  @Test
  void aKeyIsMadeWithoutLinks() throws IOException {
    Path keystore = folder.resolve("debug.keystore");

    SigningKey key = DebugKeystore.openOrCreate(keystore, DebugKeystoreTest::refused);

    assertThat(DebugKeystore.openOrCreate(keystore)).isEqualTo(key);
    assertThat(files())
        .containsExactlyInAnyOrder(Path.of("debug.keystore"), Path.of("debug.keystore.lock"));
  }

  @Test
  void commandsThatStartTogetherGetOneKeyWithoutLinks() throws IOException {
    Path keystore = folder.resolve("debug.keystore");
    Set<SigningKey> keys =
        IntStream.range(0, 4)
            .parallel()
            .mapToObj(_ -> {
              try {
                return DebugKeystore.openOrCreate(keystore, DebugKeystoreTest::unknown);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
            .collect(Collectors.toSet());

    assertThat(keys).hasSize(1);
    assertThat(files())
        .containsExactlyInAnyOrder(Path.of("debug.keystore"), Path.of("debug.keystore.lock"));
  }
}
