package dev.dexscope.base.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {
  @Test
  void aRelativeCacheFolderIsIgnored() {
    Path own = Path.of("/home/me/.cache/dexscope");
    assertThat(CacheFolder.of("/var/cache", "/home/me")).isEqualTo(Path.of("/var/cache/dexscope"));
    assertThat(CacheFolder.of("cache", "/home/me")).isEqualTo(own);
    assertThat(CacheFolder.of("", "/home/me")).isEqualTo(own);
    assertThat(CacheFolder.of(null, "/home/me")).isEqualTo(own);
  }

  /** The example of FIPS 180-2, appendix B.1. */
  @Test
  void aDigestIsThatOfTheStandard(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("abc"), "abc");
    assertThat(CacheFolder.sha256(file))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}
