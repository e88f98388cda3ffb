package dev.dexscope.observe.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** For any file: a dump in Android's form, or the one exception that describes the fault. */
class HprofFuzzTest {
  @FuzzTest(maxDuration = "3m")
  void converts(byte[] bytes) throws IOException {
    Arena arena = Arena.ofConfined();
    try (arena) {
      MemorySegment given = arena.allocate(Math.max(1, bytes.length)).asSlice(0, bytes.length);
      MemorySegment.copy(MemorySegment.ofArray(bytes), 0, given, 0, bytes.length);
      AndroidDump.convert(
          new HprofFile("fuzzed", given, arena),
          new ObjectSizes(12, 4, 8),
          OutputStream.nullOutputStream());
    } catch (HprofFormatException e) {
      assertThat(e).hasMessageStartingWith("fuzzed: at 0x");
    }
  }
}
