package dev.dexscope.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The dex file that the build makes of the classes. */
class DexTest {
  @Test
  void isSmallAndReadByTheOldestAndroid() throws IOException {
    try (var in = Profiler.class.getResourceAsStream("classes.dex")) {
      assertThat(in).as("classes.dex beside the classes").isNotNull();
      byte[] dex = in.readAllBytes();
      assertThat(dex.length).isLessThan(40 * 1024);
      assertThat(new String(dex, 0, 8, StandardCharsets.ISO_8859_1)).isEqualTo("dex\n035\0");
    }
  }
}
