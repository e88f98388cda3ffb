package dev.dexscope.natives.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.bytes.ByteView;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class PackedRelocationsTest {
  private static final long SYMBOLIC = 5L << 32 | 6;

  private static ByteView packed(long... numbers) {
    var out = new ByteArrayOutputStream();
    out.writeBytes("APS2".getBytes(StandardCharsets.US_ASCII));
    for (long each : numbers) {
      long left = each;
      while (left < -64 || left > 63) {
        out.write((int) (left & 0x7f) | 0x80);
        left >>= 7;
      }
      out.write((int) (left & 0x7f));
    }
    return view(out.toByteArray());
  }

  private static ByteView view(byte[] bytes) {
    return ByteView.of("p.so", MemorySegment.ofArray(bytes), ElfFormatException::new);
  }

  @Test
  void groupsShareDistanceInfoAndAddend() {
    // Count, first address; a group: size, flags, then what it shares, then what each has.
    ByteView in =
        packed(
            7, 0x1000, //
            2, 1 | 2 | 8, 8, 8, 100, -50, //
            2, 1, SYMBOLIC, 16, 24, //
            1, 0, 8, SYMBOLIC, //
            2, 1 | 4 | 8, 8, 10, 8, 8);
    assertThat(PackedRelocations.read(in, 100))
        .containsExactly(
            new Relocation(0x1008, 8, 0, 100),
            new Relocation(0x1010, 8, 0, 50),
            new Relocation(0x1020, 6, 5, 0),
            new Relocation(0x1038, 6, 5, 0),
            new Relocation(0x1040, 6, 5, 0),
            new Relocation(0x1048, 8, 0, 10),
            new Relocation(0x1050, 8, 0, 10));
  }

  @Test
  void countsAreCheckedFirst() {
    assertThatThrownBy(() -> PackedRelocations.read(packed(1L << 40, 0), 1000))
        .isInstanceOf(ElfFormatException.class);
    assertThatThrownBy(() -> PackedRelocations.read(packed(10, 0, 20, 3, 8, 8), 1000))
        .isInstanceOf(ElfFormatException.class)
        .hasMessageContaining("group of 20");
    assertThatThrownBy(() -> PackedRelocations.read(packed(10, 0, 10, 0, 8), 1000))
        .isInstanceOf(ElfFormatException.class)
        .hasMessageContaining("too early");
  }

  @Property
  void anyBytesAreReadOrRefused(@ForAll byte[] bytes) {
    var out = new ByteArrayOutputStream();
    out.writeBytes("APS2".getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(bytes);
    try {
      List<Relocation> all = PackedRelocations.read(view(out.toByteArray()), 500);
      assertThat(all).hasSizeLessThanOrEqualTo(500);
    } catch (ElfFormatException e) {
      assertThat(e.file()).isEqualTo("p.so");
    }
  }
}
