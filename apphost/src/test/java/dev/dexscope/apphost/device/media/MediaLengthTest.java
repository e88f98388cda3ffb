package dev.dexscope.apphost.device.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MediaLengthTest {
  @TempDir Path folder;

  private int length(ByteBuffer file) throws IOException {
    return length(file, 0, -1);
  }

  private int length(ByteBuffer file, long offset, long part) throws IOException {
    Path path = folder.resolve("file");
    byte[] bytes = new byte[file.capacity()];
    file.get(0, bytes);
    Files.write(path, bytes);
    try (FileChannel channel = FileChannel.open(path)) {
      return MediaLength.of(channel, offset, part);
    }
  }

  private static ByteBuffer put(ByteBuffer to, int at, String text) {
    return to.put(at, text.getBytes(StandardCharsets.US_ASCII));
  }

  private static ByteBuffer wave() {
    ByteBuffer file = ByteBuffer.allocate(44 + 16_000).order(ByteOrder.LITTLE_ENDIAN);
    put(put(put(put(file, 0, "RIFF"), 8, "WAVE"), 12, "fmt "), 36, "data");
    return file.putInt(16, 16).putInt(28, 8_000).putInt(40, 16_000);
  }

  @Test
  void aWaveHasItsBytesOfASecond() throws IOException {
    assertThat(length(wave())).isEqualTo(2000);
  }

  @Test
  void aPartOfAFileIsPlayed() throws IOException {
    ByteBuffer file = ByteBuffer.allocate(100 + 44 + 16_000 + 77);
    file.put(100, wave(), 0, 44 + 16_000);

    assertThat(length(file, 100, 44 + 16_000)).isEqualTo(2000);
    assertThat(length(file, 100, 44 + 4_000)).isEqualTo(500);
    assertThat(length(file, 1 << 20, 10)).isEqualTo(MediaLength.UNKNOWN);
  }

  @Test
  void soundOfLayerThreeHasItsBitsOfASecond() throws IOException {
    // After a tag of 20 bytes: 128 kbit/s, 44.1 kHz.
    ByteBuffer file = ByteBuffer.allocate(20 + 48_000);
    put(file, 0, "ID3").put(9, (byte) 10).putInt(20, 0xfffb9000);

    assertThat(length(file)).isEqualTo(3000);
    put(file, 20 + 36, "Xing").putInt(20 + 40, 1).putInt(20 + 44, 441);
    assertThat(length(file)).as("441 frames of 1152 samples").isEqualTo(11_520);
  }

  @Test
  void theLastPageOfAnOggHasTheNumberOfSamples() throws IOException {
    ByteBuffer file = ByteBuffer.allocate(100_000).order(ByteOrder.LITTLE_ENDIAN);
    put(put(file, 0, "OggS").put(26, (byte) 1), 28, "\1vorbis").putInt(28 + 12, 22_050);
    put(file, 90_000, "OggS").putLong(90_006, 5 * 22_050);

    assertThat(length(file)).isEqualTo(5000);
  }

  @Test
  void aFilmHasItsHead() throws IOException {
    ByteBuffer file = ByteBuffer.allocate(200);
    put(file, 4, "ftyp").putInt(0, 20);
    put(file, 24, "moov").putInt(20, 116);
    put(file, 32, "mvhd").putInt(28, 108).putInt(28 + 20, 600).putInt(28 + 24, 4500);

    assertThat(length(file)).isEqualTo(7500);
  }

  /** Whatever a file has: no exception, and no endless loop. */
  @Test
  void damagedFilesHaveTheLengthOfUnknownOnes() throws IOException {
    var random = new Random(1);
    for (String each : new String[] {"RIFF", "OggS", "ID3", ""}) {
      for (int i = 0; i < 200; i++) {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        ByteBuffer file = ByteBuffer.wrap(bytes);
        if (bytes.length > 12) {
          put(put(file, 4, i % 2 == 0 ? "ftyp" : "WAVE"), 0, each);
        }
        assertThat(length(file)).isPositive();
      }
    }
  }
}
