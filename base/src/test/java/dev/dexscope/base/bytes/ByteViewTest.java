package dev.dexscope.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteViewTest {
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String file, long offset, String reason) {
      super(file + "@" + offset + ": " + reason);
    }
  }

  private static ByteView view(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return new ByteView("f", MemorySegment.ofArray(array), Refused::new);
  }

  @Test
  void numbersAreLittleEndian() {
    ByteView in = view(0xff, 0x01, 0x80, 0xfe, 0xff, 0xff, 0xff, 0x80, 7);

    assertThat(in.u1(0)).isEqualTo(255);
    assertThat(in.u2(0)).isEqualTo(0x1ff);
    assertThat(in.i4(1)).isEqualTo(0xfffe8001);
    assertThat(in.u4(1)).isEqualTo(0xfffe8001L);
    assertThat(in.i8(1)).isEqualTo(0x0780fffffffe8001L);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1, 8, Long.MIN_VALUE, Long.MAX_VALUE})
  void whatLiesOutsideIsRefusedWithItsPlace(long at) {
    ByteView in = view(1, 2, 3, 4, 5, 6, 7, 8);

    assertThatThrownBy(() -> in.i8(at)).isInstanceOf(Refused.class).hasMessageContaining("@" + at);
  }

  @Test
  void aPartNamesPlacesInTheFile() {
    ByteView part = view(1, 2, 3, 4, 5).slice(2, 2);

    assertThat(part.u2(0)).isEqualTo(0x403);
    assertThatThrownBy(() -> part.u1(2)).hasMessageStartingWith("f@4: ");
    assertThatThrownBy(() -> part.slice(1, 2)).hasMessageStartingWith("f@3: ");
    assertThat(part.slice(1, 1).fault(0, "no").getMessage()).isEqualTo("f@3: no");
  }

  @Property
  void onlyWhatIsThereCanBeRead(
      @ForAll @IntRange(max = 20) int size,
      @ForAll long at,
      @ForAll @IntRange(max = 9) int length) {
    ByteView in = view(new int[size]);
    long near = Math.floorMod(at, 30L) - 5;

    boolean inside = near >= 0 && near + length <= size;

    assertThat(in.has(near, length)).isEqualTo(inside);
    if (inside) {
      assertThat(in.copy(near, length)).hasSize(length);
    } else {
      assertThatThrownBy(() -> in.copy(near, length)).isInstanceOf(Refused.class);
    }
  }

  @Test
  void textIsFound() {
    ByteView in = view('a', 'b', 'c', 'b');

    assertThat(in.indexOf('b', 0, in.size())).isEqualTo(1);
    assertThat(in.indexOf('b', 2, 3)).isEqualTo(-1);
    assertThat(in.startsWith("bc", 1)).isTrue();
    assertThat(in.startsWith("bcb!", 1)).isFalse();
    assertThat(in.text(1, 2)).isEqualTo("bc");
  }
}
