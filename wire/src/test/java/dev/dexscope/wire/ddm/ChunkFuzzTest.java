package dev.dexscope.wire.ddm;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.wire.WireFormatException;

/** For any bytes: chunks that can be written again, or a {@link WireFormatException}. */
class ChunkFuzzTest {
  private static final int MOST = 1 << 20;

  @FuzzTest(maxDuration = "30m")
  void anyBytes(byte[] bytes) {
    try {
      for (RawChunk raw : RawChunk.readAll("fuzz", bytes)) {
        for (Meaning each : Meaning.values()) {
          check(each, raw);
        }
      }
    } catch (WireFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    }
  }

  private static void check(Meaning meaning, RawChunk raw) {
    try {
      Chunk chunk = ChunkCodec.decode(meaning, raw);
      RawChunk written = chunk.toRaw();
      assertThat(ChunkCodec.decode(meaning, written).toRaw()).isEqualTo(written);
      if (chunk instanceof CommonChunk.Compressed zlib) {
        assertThat(zlib.inflate(MOST).data()).hasSize((int) zlib.size());
      }
    } catch (WireFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    }
  }
}
