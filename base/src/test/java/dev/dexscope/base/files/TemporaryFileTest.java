package dev.dexscope.base.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFileTest {
  @TempDir Path folder;

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file keeps its name there")
  void anOpenFileHasNoNameThatAnInterruptedProcessCouldLeaveBehind() throws IOException {
    try (var file = new TemporaryFile(folder)) {
      file.append(new byte[] {1, 2, 3}, 3);

      assertThat(folder).isEmptyDirectory();
      assertThat(file.map().toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 3);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anInterruptedThreadWritesOn() throws IOException {
    try (var file = new TemporaryFile(folder)) {
      Thread.currentThread().interrupt();
      file.append(new byte[100_000], 100_000);
      file.output().write(1);
      assertThat(Thread.interrupted()).isTrue();

      var copy = new ByteArrayOutputStream();
      file.copyTo(copy);
      file.output().write(2);

      assertThat(copy.size()).isEqualTo(100_001);
      assertThat(file.size()).isEqualTo(100_002);
      assertThat(file.map().get(ValueLayout.JAVA_BYTE, 100_001)).isEqualTo((byte) 2);
    }
  }

  @Test
  void whatWasAddedIsFoundByItsOffset() throws IOException {
    var random = new Random(1);
    byte[][] parts = new byte[50][];
    long[] offsets = new long[parts.length];
    MemorySegment all;
    try (var file = new TemporaryFile(folder)) {
      for (int i = 0; i < parts.length; i++) {
        // Some larger than the buffer.
        parts[i] = new byte[random.nextInt(i % 7 == 0 ? 200_000 : 3_000)];
        random.nextBytes(parts[i]);
        offsets[i] = file.append(parts[i], parts[i].length);
        // What is read between does not move the end.
        assertThat(file.read(offsets[i / 2], parts[i / 2].length)).isEqualTo(parts[i / 2]);
      }
      all = file.map();
    }

    for (int i = 0; i < parts.length; i++) {
      assertThat(all.asSlice(offsets[i], parts[i].length).toArray(ValueLayout.JAVA_BYTE))
          .isEqualTo(parts[i]);
    }
  }
}
