package dev.dexscope.apphost;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Where the paths of a phone lead. */
class PhonePathsTest {
  @Test
  void aFolderIsReplacedWithAllThatIsInIt() {
    PhonePaths.mount("/data/data/com.acme", Path.of("/run/acme"));
    assertThat(PhonePaths.local("/data/data/com.acme")).isEqualTo("/run/acme");
    assertThat(PhonePaths.local("/data/data/com.acme/databases/a.db"))
        .isEqualTo("/run/acme/databases/a.db");
    assertThat(PhonePaths.local("/data/data/com.acme.other/a"))
        .as("another app")
        .isEqualTo("/data/data/com.acme.other/a");
    assertThat(PhonePaths.local("data/data/com.acme")).isEqualTo("data/data/com.acme");
  }
}
