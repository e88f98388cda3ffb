package dev.dexscope.monitor.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** For any bytes: a dump, or a {@link HprofFormatException}. */
class HprofFuzzTest {
  @FuzzTest(maxDuration = "10m")
  void anyBytes(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("fuzz", ".hprof");
    try {
      Files.write(file, bytes);
      try (HeapDump dump = HeapDump.open(file)) {
        for (HeapDump.Entry each : dump.largest(10)) {
          dump.wayToRoot(each.id());
          dump.keptBy(each.id(), 3);
        }
        dump.histogram();
        dump.parts();
        dump.duplicateStrings(3);
        dump.bitmaps();
        dump.leakedActivities();
      } catch (HprofFormatException e) {
        assertThat(e).hasMessageContaining("at 0x");
      }
    } finally {
      Files.delete(file);
    }
  }
}
