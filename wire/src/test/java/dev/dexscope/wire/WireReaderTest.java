package dev.dexscope.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireReaderTest {
  @Property(edgeCases = EdgeCasesMode.NONE)
  void numbersAndTextsComeBack(
      @ForAll byte u1,
      @ForAll short u2,
      @ForAll int i4,
      @ForAll long i8,
      @ForAll String text,
      @ForAll boolean isBig) {
    WireWriter out = isBig ? WireWriter.bigEndian() : WireWriter.littleEndian();
    byte[] bytes = out.u1(u1).u2(u2).i4(i4).i8(i8).text(text).toBytes();
    WireReader in =
        isBig ? WireReader.bigEndian("test", bytes) : WireReader.littleEndian("test", bytes);
    assertThat((byte) in.u1()).isEqualTo(u1);
    assertThat((short) in.u2()).isEqualTo(u2);
    assertThat(in.i4()).isEqualTo(i4);
    assertThat(in.i8()).isEqualTo(i8);
    assertThat(in.text()).isEqualTo(text);
    assertThat(in.remaining()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 3, Integer.MAX_VALUE, 0xffffffffL, Long.MAX_VALUE, Long.MIN_VALUE})
  void aCountThatDoesNotFitIsRefused(long count) {
    WireReader in = WireReader.bigEndian("test", new byte[8]);
    in.skip(3);
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> in.count(count, 2))
        .withMessageContaining("at 0x3")
        .satisfies(e -> assertThat(e.offset()).isEqualTo(3));
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> in.bytes(count == 3 ? 6 : count));
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> in.skip(count == 3 ? 6 : count));
  }

  @Test
  void textKeepsHalvesOfSurrogates() {
    String half = "a\ud800b";
    byte[] bytes = WireWriter.bigEndian().text(half).toBytes();
    assertThat(WireReader.bigEndian("test", bytes).text()).isEqualTo(half);
  }
}
