package dev.dexscope.cli.devices;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.monitor.hprof.DumpOptions;
import dev.dexscope.monitor.hprof.HeapDump;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.trace.read.OldObjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints what is in heap dumps: tables with headings, or one JSON object of them. */
final class DumpReport {
  private final Terminal terminal;
  private final boolean isJson;
  private final int top;

  private final DumpOptions options;

  /** By their keys, which are also their headings. */
  private final Map<String, Table> tables = new LinkedHashMap<>();

  DumpReport(Terminal terminal, boolean isJson, int top, DumpOptions options) {
    this.terminal = terminal;
    this.isJson = isJson;
    this.top = top;
    this.options = options;
  }

  void print(Path file) throws IOException {
    try (HeapDump dump = HeapDump.open(file, options)) {
      Table summary =
          new Table(Column.number("objects"), Column.number("reached"), Column.number("bytes"));
      summary.add(dump.objects(), dump.reached(), dump.bytes());
      tables.put("summary", summary);
      // Whoever looks for a leak should not have to read on.
      tables.put("leaked_activities", leaks(dump));
      tables.put("unknown", unknown(dump));
      tables.put("heaps", heaps(dump));
      tables.put("classes", classes(dump.histogram()));
      tables.put("largest", entries(dump.largest(top)));
      tables.put("duplicate_strings", strings(dump));
      tables.put("bitmaps", bitmaps(dump));
    }
    print();
  }

  /** Prints the old objects of a recording, and what kept them. */
  void printRecorded(Path file) throws IOException {
    Table objects =
        new Table(
            Column.number("path"),
            Column.number("bytes"),
            Column.number("objects"),
            Column.number("oldest_ms", "oldest", "ms"),
            Column.name("class"),
            Column.name("made_at", "made at"));
    Table paths = new Table(Column.number("path"), Column.text("by"), Column.name("class"));
    List<OldObjects.Group> all = OldObjects.read(file, options.mapping());
    long without = all.stream().filter(each -> each.way().isEmpty()).count();
    for (int i = 0; i < Math.min(top, all.size()); i++) {
      OldObjects.Group each = all.get(i);
      int number = i + 1;
      objects.add(
          number,
          each.bytes(),
          each.objects(),
          each.oldestNanos() / 1_000_000,
          each.className(),
          each.madeAt());
      each.way().forEach(step -> paths.add(number, step.how(), step.className()));
    }
    tables.put("old_objects", objects);
    tables.put("paths", paths);
    Table unknown = unknown();
    if (without == all.size()) {
      unknown.add(
          "paths",
          "not recorded: use jcmd PID JFR.dump path-to-gc-roots=true, or the setting"
              + " jdk.OldObjectSample#cutoff=infinity");
    }
    tables.put("unknown", unknown);
    print();
  }

  void printDifference(Path base, Path file) throws IOException {
    List<HeapDump.ClassCount> before = HeapDump.histogram(base, options);
    List<HeapDump.ClassCount> now = HeapDump.histogram(file, options);
    tables.put("classes", classes(HeapDump.difference(before, now)));
    print();
  }

  void printObject(Path file, long id) throws IOException {
    try (HeapDump dump = HeapDump.open(file, options)) {
      if (!dump.has(id)) {
        throw CliException.badInput(
            "no object " + hex(id), file, "take an id from a table of this very dump");
      }
      tables.put("kept_by", way(dump.wayToRoot(id)));
      tables.put("keeps", entries(dump.keptBy(id, top)));
    }
    print();
  }

  private void print() throws IOException {
    if (isJson) {
      Json.print(
          terminal.out(),
          json -> {
            json.writeStartObject();
            for (Map.Entry<String, Table> each : tables.entrySet()) {
              json.writeFieldName(each.getKey());
              TablePrinter.write(each.getValue(), json);
            }
            json.writeEndObject();
          });
      return;
    }
    String gap = "";
    for (Map.Entry<String, Table> each : tables.entrySet()) {
      if (each.getValue().size() > 0) {
        terminal.out().print(gap);
        terminal.out().println(each.getKey().replace('_', ' '));
        TablePrinter.of(each.getValue()).print(terminal.out(), terminal.columns());
        gap = "\n";
      }
    }
    terminal.out().flush();
  }

  private static String hex(long id) {
    return "0x" + Long.toHexString(id);
  }

  private static Table heaps(HeapDump dump) throws IOException {
    Table table = new Table(Column.number("bytes"), Column.number("objects"), Column.text("heap"));
    for (HeapDump.HeapPart each : dump.parts()) {
      table.add(each.bytes(), each.count(), each.name());
    }
    return table;
  }

  private Table classes(List<HeapDump.ClassCount> counts) {
    Table table = new Table(Column.number("bytes"), Column.number("objects"), Column.name("class"));
    for (HeapDump.ClassCount each : counts.subList(0, Math.min(top, counts.size()))) {
      table.add(each.bytes(), each.count(), each.className());
    }
    return table;
  }

  private static Table entries(List<HeapDump.Entry> entries) {
    Table table =
        new Table(
            Column.number("retained"),
            Column.number("bytes"),
            Column.text("id"),
            Column.name("class"));
    for (HeapDump.Entry each : entries) {
      table.add(each.retained(), each.size(), hex(each.id()), each.className());
    }
    return table;
  }

  private Table strings(HeapDump dump) throws IOException {
    Table table = new Table(Column.number("wasted"), Column.number("strings"), Column.text("text"));
    for (HeapDump.DuplicateString each : dump.duplicateStrings(top)) {
      table.add(each.wasted(), each.count(), each.text());
    }
    return table;
  }

  private Table bitmaps(HeapDump dump) throws IOException {
    Table table =
        new Table(
            Column.number("bytes"),
            Column.number("width"),
            Column.number("height"),
            Column.text("id"));
    List<HeapDump.Bitmap> all = dump.bitmaps();
    for (HeapDump.Bitmap each : all.subList(0, Math.min(top, all.size()))) {
      table.add(each.bytes(), each.width(), each.height(), hex(each.entry().id()));
    }
    return table;
  }

  private static Table leaks(HeapDump dump) throws IOException {
    Table table =
        new Table(
            Column.text("activity"),
            Column.number("retained"),
            Column.text("by"),
            Column.text("id"),
            Column.name("class"));
    for (HeapDump.Leak leak : dump.leakedActivities()) {
      for (HeapDump.Step each : leak.way()) {
        table.add(
            hex(leak.activity().id()),
            each.entry().retained(),
            each.how(),
            hex(each.entry().id()),
            each.entry().className());
      }
    }
    return table;
  }

  private static Table unknown() {
    return new Table(Column.text("answer"), Column.text("reason"));
  }

  private static Table unknown(HeapDump dump) throws IOException {
    Table table = unknown();
    for (HeapDump.Unknown each : dump.unknown()) {
      table.add(each.of(), each.reason());
    }
    return table;
  }

  private static Table way(List<HeapDump.Step> steps) {
    Table table =
        new Table(
            Column.text("by"), Column.number("retained"), Column.text("id"), Column.name("class"));
    for (HeapDump.Step each : steps) {
      HeapDump.Entry entry = each.entry();
      table.add(each.how(), entry.retained(), hex(entry.id()), entry.className());
    }
    return table;
  }
}
