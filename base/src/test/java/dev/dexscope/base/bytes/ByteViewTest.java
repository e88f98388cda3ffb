package dev.dexscope.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.files.TemporaryFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    return ByteView.of("f", MemorySegment.ofArray(array), Refused::new);
  }

  private static ByteView fileView(byte[] bytes) throws IOException {
    try (var file = new TemporaryFile()) {
      file.append(bytes, bytes.length);
      return ByteView.of("f", file.handOver(), Refused::new);
    }
  }

  /** Larger than what a view of a file has in memory, read at random places in both directions. */
  @Property(tries = 20)
  void aFileHasWhatMemoryHas(@ForAll long seed, @ForAll @IntRange(max = 300_000) int size)
      throws IOException {
    var random = new Random(seed);
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    ByteView memory = ByteView.of("f", MemorySegment.ofArray(bytes), Refused::new);
    ByteView file = fileView(bytes);
    assertThat(file.size()).isEqualTo(size);
    long start = random.nextInt(size + 1);
    long length = random.nextLong(size - start + 1);
    compare(memory, file, random);
    compare(memory.slice(start, length), file.slice(start, length), random);
  }

  private static void compare(ByteView memory, ByteView file, Random random) {
    for (int i = 0; i < 200; i++) {
      long at = random.nextLong(memory.size() + 20) - 10;
      int length = random.nextInt(i % 10 == 0 ? 100_000 : 20);
      assertThat(outcome(() -> file.u1(at))).isEqualTo(outcome(() -> memory.u1(at)));
      assertThat(outcome(() -> file.u2(at))).isEqualTo(outcome(() -> memory.u2(at)));
      assertThat(outcome(() -> file.i4(at))).isEqualTo(outcome(() -> memory.i4(at)));
      assertThat(outcome(() -> file.i8(at))).isEqualTo(outcome(() -> memory.i8(at)));
      assertThat(outcome(() -> Arrays.hashCode(file.copy(at, length))))
          .isEqualTo(outcome(() -> Arrays.hashCode(memory.copy(at, length))));
    }
  }

  private static Object outcome(Supplier<Object> read) {
    try {
      return read.get();
    } catch (Refused e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void aFileThatBecomesShorterIsRefused(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[100_000]);
    ByteView view = ByteView.of("f", new RandomAccessFile(file.toFile(), "r"), Refused::new);
    assertThat(view.u1(10)).isZero();
    Files.write(file, new byte[70_000]);

    assertThatThrownBy(() -> view.u1(99_999))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("became shorter");
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
