package dev.dexscope.store;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.export.profile.ParquetFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects runs of an application on a day, and writes their part. */
final class PartWriter {
  private final String app;
  private final String day;
  private final long added;
  private final List<RunRows> runs = new ArrayList<>();

  /** The methods of all runs, by their ids. */
  private final Map<Long, Method> names = new TreeMap<>();

  PartWriter(String app, String day, long added) {
    this.app = app;
    this.day = day;
    this.added = added;
  }

  void add(RunRows run) {
    run.names().forEach(names::putIfAbsent);
    runs.add(run.withoutNames());
  }

  /** Writes the files; the part is not of the store before a commit names it. */
  Part write(Path store, String id, String order) throws IOException {
    List<Long> ids = runs.stream().map(run -> run.source().run()).toList();
    Map<StoreTable, Part.Data> files = new EnumMap<>(StoreTable.class);
    var planned = new Part(id, order, app, day, ids, Map.of());
    for (StoreTable table : StoreTable.values()) {
      var rows = new Rows(table);
      switch (table) {
        case RUNS -> runs(rows);
        case METHODS -> methods(rows);
        case METHOD_RUN -> methodRuns(rows);
        case PATH_RUN -> pathRuns(rows);
        case STARTUP_RUN -> starts(rows);
        case FRAMES_RUN -> frames(rows);
      }
      if (table.isOfApps() && rows.rows.isEmpty()) {
        continue;
      }
      Path file = planned.file(store, table);
      rows.write(file);
      files.put(table, Part.Data.of(file, rows.rows.size()));
    }
    return new Part(id, order, app, day, ids, files);
  }

  private void runs(Rows rows) {
    for (RunRows run : runs) {
      Source source = run.source();
      Facts facts = run.facts();
      TraceInfo info = run.info();
      rows.row()
          .number(source.run())
          .text(source.sha256())
          .text(facts.app())
          .text(facts.version())
          .text(facts.build())
          .text(source.mapping())
          .text(facts.device())
          .number(facts.apiLevel())
          .text(facts.abi())
          .text(facts.scenario())
          .text(day)
          .text(source.file())
          .number(source.bytes())
          .text(info.format())
          .text(info.clock().key())
          .number(info.sampled() ? 1 : 0)
          .text(run.repairs())
          .number(info.startMicros())
          .number(info.elapsedNanos())
          .number(run.threads())
          .number(run.calls())
          .number(run.wall())
          .number(run.cpu())
          .number(added);
    }
  }

  private void methods(Rows rows) {
    names.forEach((id, method) ->
        rows.row()
            .number(id)
            .text(method.fullName())
            .text(method.packageName())
            .text(method.className())
            .text(method.name())
            .text(method.signature()));
  }

  /** A row with its run. */
  private record Of<T>(RunRows run, T row) {}

  private <T> List<Of<T>> sorted(
      java.util.function.Function<RunRows, List<T>> rowsOf, Comparator<T> byMethod) {
    List<Of<T>> all = new ArrayList<>();
    for (RunRows run : runs) {
      rowsOf.apply(run).forEach(row -> all.add(new Of<>(run, row)));
    }
    // A query of one method reads few row groups then. The sort is stable.
    all.sort(Comparator.comparing(Of::row, byMethod));
    return all;
  }

  private void methodRuns(Rows rows) {
    for (var each : sorted(RunRows::methods, Comparator.comparingLong(RunRows.MethodRow::method))) {
      RunRows.MethodRow row = each.row();
      rows.row()
          .number(row.method())
          .number(each.run().source().run())
          .text(row.thread())
          .number(row.calls())
          .number(row.exceptions());
      for (long time : row.selfAndTotalOfWallAndCpu()) {
        rows.number(time);
      }
      rows.number(row.longest()).list(row.durations());
    }
  }

  private void pathRuns(Rows rows) {
    for (var each : sorted(RunRows::paths, Comparator.comparingLong(RunRows.PathRow::method))) {
      RunRows.PathRow row = each.row();
      rows.row()
          .number(row.method())
          .number(each.run().source().run())
          .text(row.thread())
          .list(row.path())
          .number(row.calls());
      for (long time : row.selfAndTotalOfWallAndCpu()) {
        rows.number(time);
      }
    }
  }

  private void starts(Rows rows) {
    for (RunRows run : runs) {
      Display display = run.display();
      if (display.hasStart()) {
        rows.row().number(run.source().run()).number(display.initial()).number(display.full());
      }
    }
  }

  private void frames(Rows rows) {
    for (RunRows run : runs) {
      int number = 0;
      for (Display.Frame each : run.display().frames()) {
        rows.row()
            .number(run.source().run())
            .number(++number)
            .text(each.activity())
            .number(each.start())
            .number(each.elapsed())
            .number(each.cpu())
            .number(each.input())
            .number(each.animation())
            .number(each.layout())
            .number(each.draw())
            .number(run.display().budget());
      }
    }
  }

  /** The rows of a table, with the texts and lists that they name by numbers. */
  private static final class Rows {
    private final StoreTable table;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private final List<long[]> lists = new ArrayList<>();
    private final List<long[]> rows = new ArrayList<>();
    private int used;

    Rows(StoreTable table) {
      this.table = table;
    }

    Rows row() {
      rows.add(new long[table.columns().size()]);
      used = 0;
      return this;
    }

    Rows number(long value) {
      rows.getLast()[used++] = value;
      return this;
    }

    Rows text(String value) {
      Integer known = numbers.get(value);
      if (known == null) {
        known = texts.size();
        numbers.put(value, known);
        texts.add(value);
      }
      return number(known);
    }

    Rows list(long[] value) {
      lists.add(value);
      return number(lists.size() - 1L);
    }

    void write(Path file) throws IOException {
      List<ParquetFile.Column> columns = new ArrayList<>();
      for (StoreTable.Column each : table.columns()) {
        columns.add(
            switch (each.type()) {
              case NUMBER -> new ParquetFile.Int64(each.name());
              case FLAG -> new ParquetFile.Bool(each.name());
              case TEXT -> new ParquetFile.Utf8(each.name(), texts);
              case LIST -> new ParquetFile.Int64List(each.name(), lists);
            });
      }
      DurableFile.write(
          file,
          out -> {
            try (var parquet = new ParquetFile(out, columns)) {
              for (long[] row : rows) {
                parquet.row(row);
              }
            }
          });
    }
  }
}
