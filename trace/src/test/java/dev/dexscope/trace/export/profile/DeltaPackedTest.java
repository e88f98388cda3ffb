package dev.dexscope.trace.export.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DeltaPackedTest {
  /** Reads as parquet-format 2.10 describes it, a bit at a time. */
  private static final class Reading {
    private final byte[] bytes;
    private int at;

    Reading(byte[] bytes) {
      this.bytes = bytes;
    }

    long number() {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte next = bytes[at++];
        value |= (long) (next & 0x7f) << shift;
        if (next >= 0) {
          return value;
        }
      }
    }

    long signed() {
      long value = number();
      return value >>> 1 ^ -(value & 1);
    }

    List<Long> all() {
      int block = (int) number();
      int minis = (int) number();
      long count = number();
      long last = signed();
      List<Long> values = new ArrayList<>();
      if (count > 0) {
        values.add(last);
      }
      while (values.size() < count) {
        long least = signed();
        int widths = at;
        at += minis;
        for (int mini = 0; mini < minis && values.size() < count; mini++) {
          int width = bytes[widths + mini];
          for (int i = 0; i < block / minis; i++) {
            long delta = 0;
            for (int bit = 0; bit < width; bit++) {
              int from = i * width + bit;
              delta |= (long) (bytes[at + from / 8] >> from % 8 & 1) << bit;
            }
            if (values.size() < count) {
              last += least + delta;
              values.add(last);
            }
          }
          at += block / minis * width / 8;
        }
      }
      assertThat(at).isEqualTo(bytes.length);
      return values;
    }
  }

  @Property(tries = 200)
  void anyNumbersComeBack(@ForAll @Size(max = 700) long[] values) {
    assertThat(new Reading(DeltaPacked.of(values, values.length)).all())
        .isEqualTo(LongStream.of(values).boxed().toList());
  }

  @Property(tries = 200)
  void smallNumbersComeBack(@ForAll @Size(max = 700) short[] values) {
    long[] wide = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      wide[i] = values[i];
    }

    assertThat(new Reading(DeltaPacked.of(wide, wide.length)).all())
        .isEqualTo(LongStream.of(wide).boxed().toList());
  }

  /** The second example of the specification: 7, 5, 3, 1, 2, 3, 4, 5. */
  @Test
  void theExampleOfTheSpecification() {
    long[] values = {7, 5, 3, 1, 2, 3, 4, 5};

    byte[] packed = DeltaPacked.of(values, values.length);

    // Blocks of 128 in 4 parts, 8 values, the first 7; least -2, 2 bits each: 0 0 0 3 3 3 3.
    assertThat(packed)
        .startsWith(0x80, 0x01, 0x04, 0x08, 0x0e, 0x03, 0x02, 0x00, 0x00, 0x00, 0xc0, 0x3f)
        .hasSize(10 + 8);
  }
}
