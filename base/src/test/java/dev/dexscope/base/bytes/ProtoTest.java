package dev.dexscope.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ProtoTest {
  private static ByteView view(byte... bytes) {
    return ByteView.of(
        "f",
        MemorySegment.ofArray(bytes),
        (_, offset, reason) -> new IllegalStateException(offset + ": " + reason));
  }

  @Property
  void whatIsWrittenIsRead(
      @ForAll @IntRange(min = 1, max = 0x1fffffff) int field,
      @ForAll List<Long> numbers,
      @ForAll String text,
      @ForAll byte[] bytes) {
    var message = new ProtoWriter().text(1, "inside");
    var out = new ProtoWriter();
    numbers.forEach(number -> out.number(field, number));
    out.text(2, text).bytes(3, bytes).message(4, message);

    var in = new ProtoReader(view(out.toBytes()));

    for (long number : numbers) {
      assertThat(in.next()).isTrue();
      assertThat(in.number()).isEqualTo(field);
      assertThat(in.wireType()).isEqualTo(ProtoReader.VARINT);
      assertThat(ProtoReader.varint(in.value())).isEqualTo(number);
    }
    assertThat(in.next()).isTrue();
    assertThat(in.number()).isEqualTo(2);
    assertThat(in.value().text(0, in.value().size())).isEqualTo(text);
    assertThat(in.next()).isTrue();
    assertThat(in.value().copy(0, in.value().size())).isEqualTo(bytes);
    assertThat(in.next()).isTrue();
    var nested = new ProtoReader(in.value());
    assertThat(nested.next()).isTrue();
    assertThat(nested.value().text(0, nested.value().size())).isEqualTo("inside");
    assertThat(nested.next()).isFalse();
    assertThat(in.next()).isFalse();
  }

  @Property
  void anyBytesAreReadOrRefused(@ForAll byte[] bytes) {
    var in = new ProtoReader(view(bytes));
    long read = 0;
    try {
      while (in.next()) {
        read += in.field().size();
      }
      assertThat(read).isEqualTo(bytes.length);
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageContaining(": ");
    }
  }

  @Test
  void aFieldLongerThanItsMessageIsRefused() {
    var in = new ProtoReader(view((byte) 0x0a, (byte) 3, (byte) 1, (byte) 2));

    assertThatThrownBy(in::next).hasMessage("2: field of 3 bytes exceeds its message");
  }
}
