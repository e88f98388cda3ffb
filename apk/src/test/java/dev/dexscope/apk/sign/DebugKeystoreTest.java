package dev.dexscope.apk.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
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
  void theKeyOfAndroidsToolsIsUsedWhereItIs() throws Exception {
    Path own = folder.resolve("own.keystore");
    Path android = folder.resolve("android.keystore");
    SigningKey ours = DebugKeystore.of(android, own, reason -> fail(reason));
    SigningKey theirs = DebugKeystore.openOrCreate(folder.resolve("other.keystore"));
    KeyStore store = KeyStore.getInstance("PKCS12");
    char[] password = "android".toCharArray();
    store.load(null, password);
    store.setKeyEntry(
        "androiddebugkey",
        theirs.key(),
        password,
        theirs.certificates().toArray(X509Certificate[]::new));
    try (OutputStream out = Files.newOutputStream(android)) {
      store.store(out, password);
    }

    SigningKey used = DebugKeystore.of(android, own, reason -> fail(reason));

    assertThat(used.certificates())
        .isEqualTo(theirs.certificates())
        .isNotEqualTo(ours.certificates());
  }

  @Test
  void aKeystoreOfAndroidThatCannotBeReadIsReported() throws IOException {
    Path android = Files.writeString(folder.resolve("android.keystore"), "damaged");
    List<String> reasons = new ArrayList<>();

    SigningKey used = DebugKeystore.of(android, folder.resolve("own.keystore"), reasons::add);

    assertThat(used.alias()).isEqualTo("dexscope");
    assertThat(reasons)
        .singleElement()
        .asString()
        .startsWith("the debug key of Android's tools is not used: ");
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
