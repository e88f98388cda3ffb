package dev.dexscope.store;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.sql.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The content of a store at a moment.
 *
 * <pre>{@code
 * StoreContent content = StoreContent.of(store);
 * engine.open(content.tables("org.example"));
 * }</pre>
 */
public final class StoreContent {
  private static final Pattern PATTERN = Pattern.compile("[*?\\[\\]{}]");

  private final Path folder;
  private final Snapshot snapshot;
  private final List<StoreFormatException> damaged;

  private StoreContent(Path folder, Snapshot snapshot, List<StoreFormatException> damaged) {
    this.folder = folder;
    this.snapshot = snapshot;
    this.damaged = List.copyOf(damaged);
  }

  /**
   * Reads the manifest.
   *
   * @throws IOException if it cannot be read
   */
  public static StoreContent of(RunStore store) throws IOException {
    return of(store, store.history());
  }

  static StoreContent of(RunStore store, RunStore.History history) {
    return new StoreContent(store.folder(), history.snapshot(), history.damaged());
  }

  /** Returns why commits cannot be read, whose runs are therefore not there. */
  public List<StoreFormatException> damaged() {
    return damaged;
  }

  Set<Long> ids() {
    return snapshot.runs();
  }

  /** Returns the number of runs. */
  public int runs() {
    return snapshot.runs().size();
  }

  /** Returns the application of a run by its trace's digest; empty if there is no such run. */
  public Optional<String> app(String sha256) {
    if (!RunStore.isDigest(sha256)) {
      return Optional.empty();
    }
    long run = Digest.idOfDigest(sha256);
    return snapshot.parts().stream()
        .map(Snapshot.LivePart::part)
        .filter(part -> part.runs().contains(run))
        .map(Part::app)
        .findFirst();
  }

  /** The runs and files of an application on a day. */
  public record Partition(String app, String day, int runs, int files, long bytes) {
    Partition plus(Partition other) {
      return new Partition(app, day, runs + other.runs, files + other.files, bytes + other.bytes);
    }
  }

  /** Returns the applications and days in their order. */
  public List<Partition> partitions() {
    Map<String, Partition> all = new TreeMap<>();
    for (Snapshot.LivePart each : snapshot.parts()) {
      Part part = each.part();
      var one =
          new Partition(part.app(), part.day(), each.runs(), part.files().size(), part.bytes());
      all.merge(part.app() + "/" + part.day(), one, Partition::plus);
    }
    return List.copyOf(all.values());
  }

  /** Returns the number of rows of a table, with those that are hidden. */
  public long rows(StoreTable table) {
    return snapshot.parts().stream().mapToLong(each -> rows(each.part(), table)).sum();
  }

  private static long rows(Part part, StoreTable table) {
    Part.Data data = part.files().get(table);
    return data == null ? 0 : data.rows();
  }

  /** Returns the runs that are kept as outliers, besides the sample that stands for all. */
  public Set<Long> besides() {
    Set<Long> all = new HashSet<>();
    snapshot.parts().forEach(each -> all.addAll(each.besides()));
    return all;
  }

  /**
   * The tables of an application, or of all for null, with the runs that count. Each file is
   * compared with the manifest: it may be damaged, and others may have written it.
   *
   * @throws StoreFormatException if a commit cannot be read, or a file is not as it describes it
   * @throws IOException if one cannot be read
   */
  public List<Table> tables(@Nullable String app) throws IOException {
    return tables(app, false);
  }

  /**
   * The same with the outliers that are kept besides the sample: means of them all would be wrong.
   *
   * @throws IOException if a file cannot be read
   */
  public List<Table> tablesOfAll(@Nullable String app) throws IOException {
    return tables(app, true);
  }

  private List<Table> tables(@Nullable String app, boolean withOutliers) throws IOException {
    if (!damaged.isEmpty()) {
      // Its runs would be missing, or those that it took out would be back.
      throw damaged.getFirst();
    }
    List<Snapshot.LivePart> parts =
        snapshot.parts().stream()
            .filter(each -> app == null || each.part().app().equals(app))
            .map(each -> withOutliers ? each : each.without(each.besides()))
            .toList();
    if (parts.isEmpty()) {
      throw new RefusedFileException(
          app == null ? "has no runs" : "has no runs of " + app,
          folder,
          app == null ? "add some: dexscope store add" : "see dexscope store show " + folder);
    }
    if (PATTERN.matcher(folder.toString()).find()) {
      throw new RefusedFileException(
          "engines take a name with * ? [ ] { } for a pattern", folder, "rename the folder");
    }
    return tables(folder, parts);
  }

  static List<Table> tables(Path folder, List<Snapshot.LivePart> parts) throws IOException {
    List<Table> tables = new ArrayList<>();
    for (StoreTable table : StoreTable.values()) {
      List<Snapshot.LivePart> with =
          parts.stream().filter(each -> each.part().tables().contains(table)).toList();
      for (Snapshot.LivePart each : with) {
        check(folder, each.part(), table);
      }
      tables.add(with.isEmpty() ? empty(table) : table(folder, with, table));
    }
    return tables;
  }

  private static Table empty(StoreTable table) {
    String columns =
        table.columns().stream()
            .map(each ->
                (each.type() == StoreTable.Type.TEXT ? "''" : "cast(0 as bigint)")
                    + " as "
                    + each.name())
            .collect(Collectors.joining(", "));
    return new Table(table.key(), List.of(), "select " + columns + " where 1 = 0");
  }

  /** Fails unless a file has the length, the columns, the rows and the bytes that it must have. */
  static void check(Path folder, Part part, StoreTable table) throws IOException {
    Part.Data data = part.files().get(table);
    if (data == null) {
      throw new StoreFormatException(folder.toString(), 0, "lacks a file of " + table.key());
    }
    Path file = part.file(folder, table);
    long bytes = Files.isRegularFile(file) ? Files.size(file) : -1;
    if (bytes != data.bytes()) {
      throw new StoreFormatException(
          file.toString(),
          0,
          bytes < 0
              ? "is missing"
              : String.format(Locale.ROOT, "has %d bytes instead of %d", bytes, data.bytes()));
    }
    ParquetFooter footer = ParquetFooter.read(file);
    if (footer.rows() != data.rows() || !footer.columns().equals(table.columns())) {
      throw new StoreFormatException(
          file.toString(), 0, "has other rows or columns than the manifest names");
    }
    data.compare(file);
  }

  private static Table table(Path folder, List<Snapshot.LivePart> parts, StoreTable table) {
    if (table == StoreTable.METHODS) {
      return methods(parts.stream().map(each -> each.part().file(folder, table)).toList());
    }
    List<Table.Files> files = new ArrayList<>();
    List<String> queries = new ArrayList<>();
    List<Path> whole =
        parts.stream()
            .filter(each -> each.hidden().isEmpty())
            .map(each -> each.part().file(folder, table))
            .toList();
    if (!whole.isEmpty()) {
      files.add(new Table.Files(table.key() + "_files", whole));
      queries.add("select * from " + table.key() + "_files");
    }
    for (Snapshot.LivePart each : parts) {
      if (!each.hidden().isEmpty()) {
        String name = table.key() + "_files_" + files.size();
        files.add(new Table.Files(name, List.of(each.part().file(folder, table))));
        String hidden =
            each.hidden().stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
        queries.add("select * from " + name + " where run not in (" + hidden + ")");
      }
    }
    return new Table(table.key(), files, String.join(" union all ", queries));
  }

  /** Each part has the methods of its runs; the same ids have the same names. */
  private static Table methods(List<Path> paths) {
    String columns =
        StoreTable.METHODS.columns().stream()
            .map(StoreTable.Column::name)
            .map(name -> name.equals("method") ? name : "min(" + name + ") as " + name)
            .collect(Collectors.joining(", "));
    String key = StoreTable.METHODS.key();
    var files = new Table.Files(key + "_files", paths);
    String query = "select " + columns + " from " + files.name() + " group by method";
    return new Table(key, List.of(files), query);
  }
}
