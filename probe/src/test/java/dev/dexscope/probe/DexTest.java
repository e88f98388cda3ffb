package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dex files that the build makes of the classes. */
class DexTest {
  @ParameterizedTest
  @ValueSource(strings = {"classes.dex", "tau.dex"})
  void isSmallAndReadByTheOldestAndroid(String name) throws IOException {
    try (var in = Profiler.class.getResourceAsStream(name)) {
      assertThat(in).as(name + " beside the classes").isNotNull();
      byte[] dex = in.readAllBytes();
      assertThat(dex.length).isLessThan(52 * 1024);
      assertThat(new String(dex, 0, 8, StandardCharsets.ISO_8859_1)).isEqualTo("dex\n035\0");
    }
  }
}
