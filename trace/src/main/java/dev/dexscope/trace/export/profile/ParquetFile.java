package dev.dexscope.trace.export.profile;

import dev.dexscope.base.bytes.QuickGzip;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a Parquet file of rows without nulls (parquet-format 2.10). Numbers are
 * DELTA_BINARY_PACKED, texts are from a list known in advance and are RLE_DICTIONARY; their pages
 * are gzipped. That much of the format is three small classes; Apache's library would bring
 * Hadoop's, 40 MB of jars.
 *
 * <pre>{@code
 * try (var file = new ParquetFile(out, List.of(new Int64("n"), new Utf8("name", names)))) {
 *   file.row(7, names.indexOf("seven"));
 * }
 * }</pre>
 *
 * <p>Rows are collected into row groups, whose columns are written one after the other.
 */
public final class ParquetFile implements Closeable {
  /** A column of the file. */
  public sealed interface Column {
    String name();
  }

  public record Int64(String name) implements Column {}

  public record Bool(String name) implements Column {}

  /** A row has a text's number in the list. */
  public record Utf8(String name, List<String> texts) implements Column {}

  /** A row has the number of a list of numbers in the list of them. */
  public record Int64List(String name, List<long[]> lists) implements Column {}

  private static final byte[] MAGIC = {'P', 'A', 'R', '1'};
  private static final int GROUP_ROWS = 1 << 17;

  // The enumerations of parquet.thrift.
  private static final int BOOLEAN = 0;
  private static final int INT64 = 2;
  private static final int BYTE_ARRAY = 6;
  private static final int REQUIRED = 0;
  private static final int REPEATED = 2;
  private static final int UTF8 = 0;
  private static final int LIST = 3;
  private static final int PLAIN = 0;
  private static final int RLE = 3;
  private static final int DELTA_BINARY_PACKED = 5;
  private static final int RLE_DICTIONARY = 8;
  private static final int UNCOMPRESSED = 0;
  private static final int GZIP = 2;
  private static final int DATA_PAGE = 0;
  private static final int DICTIONARY_PAGE = 2;

  private final OutputStream out;
  private final List<Column> columns;
  private final long[][] values;
  private final List<RowGroup> groups = new ArrayList<>();
  private int rows;
  private long position;

  /** The position of a column of a row group, with its least and greatest number. */
  private record Chunk(
      int count,
      long dictionary,
      long data,
      long size,
      long plainSize,
      long least,
      long greatest) {}

  private record RowGroup(int rows, List<Chunk> chunks) {}

  /**
   * Begins a file; the stream stays open when it is closed.
   *
   * @throws IOException if it cannot be written
   */
  public ParquetFile(OutputStream out, List<Column> columns) throws IOException {
    this.out = out;
    this.columns = List.copyOf(columns);
    this.values = new long[columns.size()][1 << 10];
    write(MAGIC);
  }

  /**
   * Adds a row: a number, 0 or 1, or the number of a text or a list for each column.
   *
   * @throws IOException if it cannot be written
   */
  public void row(long... row) throws IOException {
    if (rows == values[0].length) {
      for (int i = 0; i < values.length; i++) {
        values[i] = Arrays.copyOf(values[i], 2 * rows);
      }
    }
    for (int i = 0; i < row.length; i++) {
      values[i][rows] = row[i];
    }
    if (++rows == GROUP_ROWS) {
      flush();
    }
  }

  private void flush() throws IOException {
    if (rows == 0) {
      return;
    }
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      chunks.add(
          switch (columns.get(i)) {
            case Int64 _ -> numbers(values[i]);
            case Bool _ -> flags(values[i]);
            case Utf8 text -> texts(text, values[i]);
            case Int64List list -> lists(list, values[i]);
          });
    }
    groups.add(new RowGroup(rows, chunks));
    rows = 0;
  }

  private Chunk numbers(long[] column) throws IOException {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int i = 0; i < rows; i++) {
      least = Math.min(least, column[i]);
      greatest = Math.max(greatest, column[i]);
    }
    long at = position;
    byte[] page = DeltaPacked.of(column, rows);
    long plain = page(DATA_PAGE, rows, DELTA_BINARY_PACKED, page, page);
    return new Chunk(rows, -1, at, position - at, plain, least, greatest);
  }

  private Chunk flags(long[] column) throws IOException {
    byte[] page = new byte[(rows + 7) / 8];
    for (int i = 0; i < rows; i++) {
      page[i >> 3] |= (byte) (column[i] << (i & 7));
    }
    long at = position;
    long plain = page(DATA_PAGE, rows, PLAIN, page, gzip(page));
    return new Chunk(rows, -1, at, position - at, plain, 0, 0);
  }

  /** A dictionary of the texts that this row group has, and the rows as numbers in it. */
  private Chunk texts(Utf8 text, long[] column) throws IOException {
    Map<String, Integer> numbers = new HashMap<>();
    int[] local = new int[text.texts().size()];
    Arrays.fill(local, -1);
    var dictionary = new ByteArrayOutputStream();
    for (int i = 0; i < rows; i++) {
      int value = (int) column[i];
      if (local[value] < 0) {
        String word = text.texts().get(value);
        int next = numbers.size();
        local[value] = numbers.computeIfAbsent(word, _ -> next);
        if (local[value] == next) {
          byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
          dictionary.writeBytes(littleEndian(bytes.length));
          dictionary.writeBytes(bytes);
        }
      }
    }
    long at = position;
    byte[] words = dictionary.toByteArray();
    long plain = page(DICTIONARY_PAGE, numbers.size(), PLAIN, words, gzip(words));
    long data = position;
    int width = Math.max(1, 32 - Integer.numberOfLeadingZeros(numbers.size() - 1));
    int[] indices = new int[rows];
    for (int i = 0; i < rows; i++) {
      indices[i] = local[(int) column[i]];
    }
    byte[] page = joined(new byte[] {(byte) width}, packed(indices, rows, width));
    plain += page(DATA_PAGE, rows, RLE_DICTIONARY, page, gzip(page));
    return new Chunk(rows, at, data, position - at, plain, 0, 0);
  }

  /** Where lists begin, which have elements at all, and the elements of all. */
  private Chunk lists(Int64List list, long[] column) throws IOException {
    int entries = 0;
    int elements = 0;
    for (int i = 0; i < rows; i++) {
      int length = list.lists().get((int) column[i]).length;
      entries += Math.max(1, length);
      elements += length;
    }
    int[] repetition = new int[entries];
    int[] definition = new int[entries];
    long[] all = new long[elements];
    int entry = 0;
    int used = 0;
    for (int i = 0; i < rows; i++) {
      long[] each = list.lists().get((int) column[i]);
      System.arraycopy(each, 0, all, used, each.length);
      used += each.length;
      Arrays.fill(definition, entry, entry + each.length, 1);
      int end = entry + Math.max(1, each.length);
      Arrays.fill(repetition, entry + 1, end, 1);
      entry = end;
    }
    byte[] page = joined(levels(repetition), levels(definition), DeltaPacked.of(all, elements));
    long at = position;
    long plain = page(DATA_PAGE, entries, DELTA_BINARY_PACKED, page, gzip(page));
    return new Chunk(entries, -1, at, position - at, plain, 0, 0);
  }

  private static byte[] levels(int[] levels) {
    byte[] packed = packed(levels, levels.length, 1);
    return joined(littleEndian(packed.length), packed);
  }

  private static byte[] joined(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (byte[] each : parts) {
      all.writeBytes(each);
    }
    return all.toByteArray();
  }

  /** One bit-packed run of the hybrid encoding. */
  private static byte[] packed(int[] values, int count, int width) {
    int groups = (count + 7) / 8;
    ByteBuffer page = ByteBuffer.allocate(5 + groups * width);
    int header = groups << 1 | 1;
    while ((header & ~0x7f) != 0) {
      page.put((byte) (header | 0x80));
      header >>>= 7;
    }
    page.put((byte) header);
    long bits = 0;
    int held = 0;
    for (int i = 0; i < 8 * groups; i++) {
      long value = i < count ? values[i] : 0;
      bits |= value << held;
      held += width;
      while (held >= 8) {
        page.put((byte) bits);
        bits >>>= 8;
        held -= 8;
      }
    }
    return Arrays.copyOf(page.array(), page.position());
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    var zipped = new ByteArrayOutputStream(plain.length / 2 + 64);
    try (var gzip = new QuickGzip(zipped)) {
      gzip.write(plain);
    }
    return zipped.toByteArray();
  }

  /** Writes a page and returns its length without compression. */
  private long page(int type, int count, int encoding, byte[] plain, byte[] stored)
      throws IOException {
    var header = new ThriftCompact();
    header.i32(1, type).i32(2, plain.length).i32(3, stored.length);
    if (type == DICTIONARY_PAGE) {
      header.struct(7).i32(1, count).i32(2, encoding).end();
    } else {
      header.struct(5).i32(1, count).i32(2, encoding).i32(3, RLE).i32(4, RLE).end();
    }
    byte[] head = header.end().bytes();
    write(head);
    write(stored);
    return (long) head.length + plain.length;
  }

  /**
   * Writes the last row group and the footer.
   *
   * @throws IOException if it cannot be written
   */
  @Override
  public void close() throws IOException {
    flush();
    byte[] footer = footer();
    write(footer);
    write(littleEndian(footer.length));
    write(MAGIC);
  }

  private byte[] footer() {
    var meta = new ThriftCompact();
    meta.i32(1, 2);
    long lists = columns.stream().filter(Int64List.class::isInstance).count();
    meta.list(2, ThriftCompact.STRUCT, columns.size() + 1 + 2 * (int) lists);
    meta.element().text(4, "schema").i32(5, columns.size()).end();
    columns.forEach(column -> schema(meta, column));
    meta.i64(3, groups.stream().mapToLong(RowGroup::rows).sum());
    meta.list(4, ThriftCompact.STRUCT, groups.size());
    groups.forEach(group -> rowGroup(meta, group));
    meta.text(6, "dexscope");
    // Without the order of values readers do not trust least and greatest.
    meta.list(7, ThriftCompact.STRUCT, columns.size());
    columns.forEach(_ -> meta.element().struct(1).end().end());
    return meta.end().bytes();
  }

  private static void schema(ThriftCompact meta, Column column) {
    if (column instanceof Int64List) {
      meta.element().i32(3, REQUIRED).text(4, column.name()).i32(5, 1).i32(6, LIST);
      meta.struct(10).struct(LIST).end().end();
      meta.end();
      meta.element().i32(3, REPEATED).text(4, "list").i32(5, 1).end();
      meta.element().i32(1, INT64).i32(3, REQUIRED).text(4, "element").end();
      return;
    }
    meta.element().i32(1, type(column)).i32(3, REQUIRED).text(4, column.name());
    if (column instanceof Utf8) {
      meta.i32(6, UTF8);
      meta.struct(10).struct(1).end().end();
    }
    meta.end();
  }

  private void rowGroup(ThriftCompact meta, RowGroup group) {
    meta.element();
    meta.list(1, ThriftCompact.STRUCT, columns.size());
    for (int i = 0; i < columns.size(); i++) {
      chunk(meta, columns.get(i), group.chunks().get(i));
    }
    meta.i64(2, group.chunks().stream().mapToLong(Chunk::plainSize).sum());
    meta.i64(3, group.rows());
    meta.end();
  }

  private static void chunk(ThriftCompact meta, Column column, Chunk chunk) {
    boolean isText = column instanceof Utf8;
    boolean isList = column instanceof Int64List;
    boolean isNumber = column instanceof Int64;
    meta.element();
    meta.i64(2, 0);
    meta.struct(3);
    meta.i32(1, type(column));
    meta.list(2, ThriftCompact.I32, isText || isList ? 2 : 1)
        .element(isNumber || isList ? DELTA_BINARY_PACKED : PLAIN);
    if (isText || isList) {
      meta.element(isText ? RLE_DICTIONARY : RLE);
    }
    List<String> path = isList ? List.of(column.name(), "list", "element") : List.of(column.name());
    meta.list(3, ThriftCompact.BINARY, path.size());
    path.forEach(name -> meta.element(name.getBytes(StandardCharsets.UTF_8)));
    meta.i32(4, isNumber ? UNCOMPRESSED : GZIP)
        .i64(5, chunk.count())
        .i64(6, chunk.plainSize())
        .i64(7, chunk.size());
    meta.i64(9, chunk.data());
    if (isText) {
      meta.i64(11, chunk.dictionary());
    }
    if (isNumber) {
      meta.struct(12).i64(3, 0);
      meta.binary(5, littleEndian(chunk.greatest())).binary(6, littleEndian(chunk.least())).end();
    }
    meta.end().end();
  }

  private static int type(Column column) {
    return switch (column) {
      case Int64 _, Int64List _ -> INT64;
      case Bool _ -> BOOLEAN;
      case Utf8 _ -> BYTE_ARRAY;
    };
  }

  private static byte[] littleEndian(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private static byte[] littleEndian(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  private void write(byte[] bytes) throws IOException {
    out.write(bytes);
    position += bytes.length;
  }
}
