package dev.dexscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileRunTest {
  /** Tests run in their module's folder. */
  @ParameterizedTest
  @CsvSource({"Hello.java, Hello", "a/app-debug.apk, app-debug", "., profile", "src/.., profile"})
  void aProgramHasTheNameOfItsFileOrFolder(Path program, String name) {
    assertThat(ProfileRun.baseName(program)).isEqualTo(name);
  }
}
