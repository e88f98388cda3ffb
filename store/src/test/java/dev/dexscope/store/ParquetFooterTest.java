package dev.dexscope.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.export.profile.ParquetFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ParquetFooterTest {
  private static final List<StoreTable.Column> COLUMNS =
      List.of(
          new StoreTable.Column("n", StoreTable.Type.NUMBER),
          new StoreTable.Column("flag", StoreTable.Type.FLAG),
          new StoreTable.Column("text", StoreTable.Type.TEXT),
          new StoreTable.Column("list", StoreTable.Type.LIST));

  private static byte[] file(int rows) throws IOException {
    Path file = Files.createTempFile("footer", ".parquet");
    try (var out = Files.newOutputStream(file);
        var parquet =
            new ParquetFile(
                out,
                List.of(
                    new ParquetFile.Int64("n"),
                    new ParquetFile.Bool("flag"),
                    new ParquetFile.Utf8("text", List.of("a", "b")),
                    new ParquetFile.Int64List("list", List.of(new long[] {1, 2}))))) {
      for (int i = 0; i < rows; i++) {
        parquet.row(i, i % 2, i % 2, 0);
      }
    }
    byte[] content = Files.readAllBytes(file);
    Files.delete(file);
    return content;
  }

  private static ParquetFooter read(byte[] content) throws IOException {
    Path file = Files.createTempFile("footer", ".parquet");
    try {
      return ParquetFooter.read(Files.write(file, content));
    } finally {
      Files.delete(file);
    }
  }

  @Property(tries = 5)
  void columnsAndRowsAreThoseThatWereWritten(@ForAll int seed) throws IOException {
    int rows = new Random(seed).nextInt(300_000);
    assertThat(read(file(rows))).isEqualTo(new ParquetFooter(COLUMNS, rows));
  }

  /** The footer alone, without the length and the name of the format behind it. */
  private static byte[] footer(byte[] file) {
    int size = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
    return Arrays.copyOfRange(file, file.length - 8 - size, file.length - 8);
  }

  @Test
  void damageHasTheTypedException() throws IOException {
    byte[] whole = footer(file(10));
    var random = new Random(5);
    int read = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged = Arrays.copyOf(whole, whole.length - random.nextInt(3));
      for (int i = 0; i < 1 + random.nextInt(4); i++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        ByteView view =
            ByteView.of("file", MemorySegment.ofArray(damaged), StoreFormatException::new);
        assertThat(ParquetFooter.read(view).rows()).isNotNegative();
        read++;
      } catch (StoreFormatException e) {
        assertThat(e.offset()).isNotNegative();
      }
    }
    assertThat(read).isBetween(100, 19_900);
  }

  @Test
  void aFileThatEndsEarlyIsRefused() throws IOException {
    byte[] whole = file(10);
    for (int length = 0; length < whole.length; length += 7) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut)).isInstanceOf(StoreFormatException.class);
    }
  }
}
