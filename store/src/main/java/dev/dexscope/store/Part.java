package dev.dexscope.store;

import dev.dexscope.base.files.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rows of some runs of an application on a day: a file of each table that has rows.
 *
 * @param id unique, 32 hexadecimal digits; the files' name
 * @param order the name of the commit that added the first of its runs, and a word for each time
 *     that these were put together with others: of several parts with the same run, that with the
 *     least order has it
 * @param app the application
 * @param day the latest day of its runs
 * @param runs the runs' ids
 * @param files the files by their tables
 * @param besides those of its runs that are kept as outliers, besides the sample that stands for
 *     all
 */
record Part(
    String id,
    String order,
    String app,
    String day,
    List<Long> runs,
    Map<StoreTable, Data> files,
    Set<Long> besides) {
  /**
   * The requirements of a file.
   *
   * @param crc32c its {@link Checksum}; empty in commits of earlier versions
   */
  record Data(long bytes, long rows, String sha256, String crc32c) {
    /** That of a file that was written. */
    static Data of(Path file, long rows) throws IOException {
      return new Data(Files.size(file), rows, Sha256.of(file), Checksum.of(file));
    }

    /**
     * Fails if the file's bytes are others than those that were written.
     *
     * @throws StoreFormatException if they are
     */
    void compare(Path file) throws IOException {
      boolean isSame =
          crc32c.isEmpty() ? Sha256.of(file).equals(sha256) : Checksum.of(file).equals(crc32c);
      if (!isSame) {
        throw new StoreFormatException(
            file.toString(), 0, "is damaged: its bytes are not those that were written");
      }
    }
  }

  Part {
    runs = List.copyOf(runs);
    files = Map.copyOf(files);
    besides = Set.copyOf(besides);
  }

  /** A part whose runs all count. */
  Part(
      String id,
      String order,
      String app,
      String day,
      List<Long> runs,
      Map<StoreTable, Data> files) {
    this(id, order, app, day, runs, files, Set.of());
  }

  /** The place of a table's file; composed of checked words alone. */
  Path file(Path store, StoreTable table) {
    return folder(store, table).resolve(id + ".parquet");
  }

  private Path folder(Path store, StoreTable table) {
    return store
        .resolve(RunStore.DATA)
        .resolve(table.key())
        .resolve("app=" + app)
        .resolve("day=" + day);
  }

  /** Returns the tables of which it has files. */
  List<StoreTable> tables() {
    return Arrays.stream(StoreTable.values()).filter(files::containsKey).toList();
  }

  long bytes() {
    return files.values().stream().mapToLong(Data::bytes).sum();
  }
}
