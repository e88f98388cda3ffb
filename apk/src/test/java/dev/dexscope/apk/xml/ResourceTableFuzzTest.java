package dev.dexscope.apk.xml;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.apk.ApkFormatException;

/** For any bytes: texts or none, or an ApkFormatException. */
class ResourceTableFuzzTest {
  @FuzzTest(maxDuration = "30m")
  void anyBytes(byte[] bytes) {
    try {
      ResourceTable table = ResourceTable.read("fuzz", bytes);
      for (int type = 1; type < 4; type++) {
        for (int entry = 0; entry < 4; entry++) {
          assertThat(table.text(0x7f << 24 | type << 16 | entry)).isNotNull();
        }
      }
    } catch (ApkFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    }
  }
}
