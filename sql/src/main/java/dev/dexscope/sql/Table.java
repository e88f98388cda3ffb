package dev.dexscope.sql;

import java.nio.file.Path;
import java.util.List;

/**
 * A table of Parquet files, as every engine can open it.
 *
 * @param files what the query reads, under names that no other table has
 * @param query its rows, in SQL that all engines share
 */
public record Table(String name, List<Files> files, String query) {
  /** Files of equal columns, together one table with a name. */
  public record Files(String name, List<Path> paths) {
    public Files {
      paths = List.copyOf(paths);
    }
  }

  public Table {
    files = List.copyOf(files);
  }

  /** All rows of files of equal columns. */
  public static Table of(String name, List<Path> paths) {
    var files = new Files(name + "_files", paths);
    return new Table(name, List.of(files), "select * from " + files.name());
  }
}
