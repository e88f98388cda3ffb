package dev.dexscope.store;

import dev.dexscope.sql.DuckDb;
import dev.dexscope.sql.Rows;
import dev.dexscope.sql.Table;
import dev.dexscope.sql.TableDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts the small files of a store together, by application and month: engines spend more time on
 * opening a file than on reading a small one. DuckDB sorts the rows; the files that they replace
 * stay for those who read them, until {@link Cleaning} deletes them.
 *
 * <pre>{@code
 * int parts = Compaction.of(store).run(DuckDb.require(), 2L << 30, done -> {});
 * }</pre>
 */
public final class Compaction {
  /** A part of so many bytes stays as it is. */
  private static final long LARGE = 256L << 20;

  private static final int MONTH = "2026-11".length();
  private static final Duration LIMIT = Duration.ofHours(12);

  private final RunStore store;
  private final List<List<Snapshot.LivePart>> groups;

  private Compaction(RunStore store, List<List<Snapshot.LivePart>> groups) {
    this.store = store;
    this.groups = groups;
  }

  /**
   * Finds what there is to do.
   *
   * @throws IOException if the manifest cannot be read
   */
  public static Compaction of(RunStore store) throws IOException {
    return of(store, LARGE);
  }

  /**
   * Finds what there is to do where so many parts or more would be put together: a store to which
   * runs are added all the time would else be written anew each time.
   *
   * @throws IOException if the manifest cannot be read
   */
  public static Compaction ofParts(RunStore store, int least) throws IOException {
    Compaction all = of(store);
    List<List<Snapshot.LivePart>> worthIt =
        all.groups.stream().filter(group -> group.size() >= least).toList();
    return new Compaction(store, worthIt);
  }

  static Compaction of(RunStore store, long large) throws IOException {
    return new Compaction(
        store,
        groups(
            store.history().snapshot().parts().stream()
                .filter(each -> each.part().bytes() < large || !each.hidden().isEmpty())
                .toList(),
            large));
  }

  /**
   * Takes runs out, by writing the parts anew that have them.
   *
   * @param runs which are taken out
   * @param besides those that stay, but count no longer
   * @throws IOException if the manifest cannot be read
   */
  public static Compaction without(RunStore store, Set<Long> runs, Set<Long> besides)
      throws IOException {
    List<Snapshot.LivePart> changed = new ArrayList<>();
    for (Snapshot.LivePart each : store.history().snapshot().parts()) {
      Set<Long> stay = new HashSet<>(besides);
      stay.retainAll(each.part().runs());
      boolean isChanged = !stay.isEmpty() || each.part().runs().stream().anyMatch(runs::contains);
      if (isChanged) {
        stay.addAll(each.besides());
        changed.add(new Snapshot.LivePart(each.part(), each.hidden(), stay).without(runs));
      }
    }
    return new Compaction(store, groups(changed, LARGE));
  }

  private static List<List<Snapshot.LivePart>> groups(List<Snapshot.LivePart> all, long large) {
    Map<String, List<Snapshot.LivePart>> months = new TreeMap<>();
    for (Snapshot.LivePart each : all) {
      Part part = each.part();
      months
          .computeIfAbsent(
              part.app() + "/" + part.day().substring(0, MONTH), _ -> new ArrayList<>())
          .add(each);
    }
    List<List<Snapshot.LivePart>> groups = new ArrayList<>();
    months.values().forEach(parts -> addGroups(parts, large, groups));
    return groups;
  }

  private static void addGroups(
      List<Snapshot.LivePart> parts, long large, List<List<Snapshot.LivePart>> groups) {
    List<Snapshot.LivePart> group = new ArrayList<>();
    long bytes = 0;
    for (Snapshot.LivePart each : parts) {
      group.add(each);
      bytes += each.part().bytes();
      if (bytes >= large) {
        groups.add(group);
        group = new ArrayList<>();
        bytes = 0;
      }
    }
    groups.add(group);
    groups.removeIf(each -> each.isEmpty() || (each.size() == 1 && isWritten(each.getFirst())));
  }

  /** Returns whether a part's own file has what it is to have. */
  private static boolean isWritten(Snapshot.LivePart part) {
    return part.hidden().isEmpty() && part.besides().equals(part.part().besides());
  }

  /** Returns how many parts there will be instead of those that are put together. */
  public int size() {
    return groups.size();
  }

  /**
   * Does it.
   *
   * @param memory of DuckDB's process
   * @param progress receives how many parts are done
   * @return how many parts were replaced
   * @throws StoreFormatException if a file is not as the manifest describes it
   * @throws IOException if a file cannot be read or written
   */
  public int run(DuckDb duck, long memory, IntConsumer progress) throws IOException {
    if (groups.isEmpty()) {
      return 0;
    }
    int replaced = 0;
    List<Merged> merged = new ArrayList<>();
    List<Table> tables = new ArrayList<>();
    List<Path> outputs = new ArrayList<>();
    for (List<Snapshot.LivePart> each : groups) {
      var one = new Merged(each, Merge.of(store.newId(), each, Map.of()), merged.size());
      tables.addAll(one.tables(store.folder()));
      for (StoreTable table : one.filled()) {
        outputs.add(one.temporary(store.folder(), table));
      }
      merged.add(one);
    }
    try (TableDatabase database = TableDatabase.start(duck, memory)) {
      database.open(tables, outputs);
      for (Merged each : merged) {
        each.write(database, store);
        replaced += each.parts().size();
        progress.accept(each.number() + 1);
      }
    }
    return replaced;
  }

  /** Some parts, and what they become. */
  private record Merged(List<Snapshot.LivePart> parts, Part whole, int number) {
    /** The tables of which some part has a file. */
    List<StoreTable> filled() {
      return Arrays.stream(StoreTable.values())
          .filter(table -> parts.stream().anyMatch(each -> each.part().tables().contains(table)))
          .toList();
    }

    List<Table> tables(Path folder) throws IOException {
      return StoreContent.tables(folder, parts).stream()
          .map(each -> new Table(each.name() + "_" + number, each.files(), each.query()))
          .toList();
    }

    Path temporary(Path folder, StoreTable table) {
      Path file = whole.file(folder, table);
      return file.resolveSibling("." + file.getFileName() + ".part");
    }

    void write(TableDatabase database, RunStore store) throws IOException {
      List<String> removed = parts.stream().map(each -> each.part().id()).toList();
      if (whole.runs().isEmpty()) {
        store.commit(new Commit(System.currentTimeMillis(), List.of(), removed));
        return;
      }
      Map<StoreTable, Part.Data> files = new EnumMap<>(StoreTable.class);
      for (StoreTable table : filled()) {
        files.put(table, write(database, store.folder(), table));
      }
      Part part = Merge.of(whole.id(), parts, files);
      store.commit(new Commit(System.currentTimeMillis(), List.of(part), removed));
    }

    private Part.Data write(TableDatabase database, Path folder, StoreTable table)
        throws IOException {
      Path temporary = temporary(folder, table);
      Path file = whole.file(folder, table);
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      try {
        database.ask(copy(table, temporary), 1, LIMIT, NOTHING);
        ParquetFooter footer = ParquetFooter.read(temporary);
        boolean isWhole =
            footer.columns().equals(table.columns())
                && (table == StoreTable.METHODS || footer.rows() == rows(database, table));
        if (!isWhole) {
          throw new StoreFormatException(temporary.toString(), 0, "has other rows than its parts");
        }
        var data = Part.Data.of(temporary, footer.rows());
        DurableFile.publish(temporary, file);
        return data;
      } finally {
        Files.deleteIfExists(temporary);
      }
    }

    private String copy(StoreTable table, Path file) {
      String columns =
          table.columns().stream()
              .map(each -> '"' + each.name() + '"')
              .collect(Collectors.joining(", "));
      String order =
          switch (table) {
            case RUNS, STARTUP_RUN -> "run";
            case FRAMES_RUN -> "run, frame";
            case METHODS -> "method";
            case METHOD_RUN, PATH_RUN -> "method, run";
          };
      return "copy (select "
          + columns
          + " from "
          + table.key()
          + "_"
          + number
          + " order by "
          + order
          + ") to '"
          + file.toString().replace("'", "''")
          + "' (format parquet, compression zstd, use_tmp_file false)";
    }

    private long rows(TableDatabase database, StoreTable table) throws IOException {
      long[] count = {-1};
      database.ask(
          "select count(*) from " + table.key() + "_" + number,
          1,
          LIMIT,
          new Rows() {
            @Override
            public void columns(List<Column> columns) {
              // There is one.
            }

            @Override
            public void row(List<@Nullable Object> cells) {
              count[0] = cells.getFirst() instanceof Long number ? number : -1;
            }
          });
      return count[0];
    }
  }

  private static final Rows NOTHING =
      new Rows() {
        @Override
        public void columns(List<Column> columns) {
          // How many rows were copied: the footer says so too.
        }

        @Override
        public void row(List<@Nullable Object> cells) {
          // The same.
        }
      };
}
