package dev.dexscope.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class Leb128Test {
  private static Leb128 numbers(byte[] bytes) {
    var in =
        ByteView.of(
            "f",
            MemorySegment.ofArray(bytes),
            (_, offset, reason) -> new IllegalStateException(offset + ": " + reason));
    var leb = new Leb128(in);
    leb.range(0, bytes.length);
    return leb;
  }

  @Property
  void signedNumbersComeBack(@ForAll List<Long> values) {
    var out = new ByteArrayOutputStream();
    for (long value : values) {
      long rest = value;
      while (rest >> 6 != 0 && rest >> 6 != -1) {
        out.write(((int) rest & 0x7f) | 0x80);
        rest >>= 7;
      }
      out.write((int) rest & 0x7f);
    }

    Leb128 in = numbers(out.toByteArray());

    for (long value : values) {
      assertThat(in.signed()).isEqualTo(value);
    }
    assertThat(in.atEnd()).isTrue();
    assertThat(in.ok()).isTrue();
  }

  private static int length(long value) {
    return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
  }

  @Property
  void unsignedNumbersAreProtobufsVarints(@ForAll List<Long> values) {
    var out = new ProtoWriter();
    values.forEach(out::varint);

    Leb128 in = numbers(out.toBytes());

    for (long value : values) {
      assertThat(in.unsigned()).isEqualTo(value);
    }
    assertThat(in.atEnd()).isTrue();
  }

  /** More than are read at a time, in stretches that follow each other or are read again. */
  @Property(tries = 50)
  void stretchesAreReadInAnyOrder(@ForAll long seed) {
    var random = new Random(seed);
    long[] values = new long[3_000];
    int[] starts = new int[values.length + 1];
    var out = new ProtoWriter();
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextLong() >>> random.nextInt(64);
      out.varint(values[i]);
      starts[i + 1] = starts[i] + length(values[i]);
    }
    Leb128 in = numbers(out.toBytes());

    for (int n = 0; n < 50; n++) {
      int from = random.nextInt(values.length);
      int to = Math.min(values.length, from + random.nextInt(n % 2 == 0 ? 10 : values.length));
      in.range(starts[from], starts[to]);
      assertThat(in.count()).isEqualTo(to - from);
      for (int i = from; i < to; i++) {
        assertThat(in.at()).isEqualTo(starts[i]);
        assertThat(in.atEnd()).isFalse();
        assertThat(in.unsigned()).isEqualTo(values[i]);
      }
      assertThat(in.atEnd()).isTrue();
      assertThat(in.ok()).isTrue();
    }
  }

  @Test
  void aNumberThatIsCutOffIsToldWhenAskedFor() {
    Leb128 in = numbers(new byte[] {1, (byte) 0x80});

    assertThat(in.unsigned()).isEqualTo(1);
    assertThat(in.ok()).isTrue();
    in.unsigned();
    assertThat(in.atEnd()).isTrue();
    assertThat(in.ok()).isFalse();
    in.reset();
    assertThat(in.ok()).isTrue();
  }
}
