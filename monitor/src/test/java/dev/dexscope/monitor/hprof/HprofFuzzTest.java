package dev.dexscope.monitor.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.base.files.RefusedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** For any bytes: a dump, or a {@link FormatException}; a heap graph of several is refused. */
class HprofFuzzTest {
  @FuzzTest(maxDuration = "10m")
  void anyBytes(byte[] bytes) throws IOException {
    var _ = isRead(bytes);
  }

  @FuzzTest(maxDuration = "10m")
  void heapGraph(byte[] bytes) throws IOException {
    var _ = isRead(bytes);
  }

  /** Asks all that can be asked of a dump; returns whether it is one. */
  static boolean isRead(byte[] bytes) throws IOException {
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
        dump.unknown();
        return true;
      } catch (FormatException e) {
        assertThat(e).hasMessageContaining("at 0x");
      } catch (RefusedFileException e) {
        assertThat(e).hasMessageContaining("heap graphs of");
      }
      return false;
    } finally {
      Files.delete(file);
    }
  }
}
