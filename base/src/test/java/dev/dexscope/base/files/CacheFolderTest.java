package dev.dexscope.base.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheFolderTest {
  @ParameterizedTest
  @CsvSource({
    "/own, /cache, /home/me, /own",
    "'', /cache, /home/me, /cache/dexscope",
    "'', '', /home/me, /home/me/.cache/dexscope",
    "'', '', '', /home/known/.cache/dexscope",
    // Relative paths are ignored.
    "own, cache, /home/me, /home/me/.cache/dexscope",
    "own, /cache, me, /cache/dexscope",
  })
  void theEnvironmentNamesTheFolder(String own, String cache, String home, Path expected) {
    var environment = Map.of("DEXSCOPE_CACHE", own, "XDG_CACHE_HOME", cache, "HOME", home);
    assertThat(CacheFolder.of(environment, "/home/known")).isEqualTo(expected);
  }

  @Test
  void withoutVariablesItIsInTheHomeThatTheJavaVmKnows() {
    assertThat(CacheFolder.of(Map.of(), "/home/known"))
        .isEqualTo(Path.of("/home/known/.cache/dexscope"));
  }

  /** The example of FIPS 180-2, appendix B.1. */
  @Test
  void aDigestIsThatOfTheStandard(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("abc"), "abc");
    assertThat(Sha256.of(file))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}
