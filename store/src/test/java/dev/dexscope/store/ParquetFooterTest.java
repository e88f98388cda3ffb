package dev.dexscope.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.export.profile.ParquetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

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

  @Property(tries = 3000)
  void damageHasTheTypedException(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    byte[] content = file(10);
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      int back = 1 + random.nextInt(Math.min(content.length, 500));
      content[content.length - back] = (byte) random.nextInt(256);
    }
    try {
      assertThat(read(content).rows()).isNotNegative();
    } catch (StoreFormatException e) {
      assertThat(e).hasMessageContaining(": at 0x");
    }
  }
}
