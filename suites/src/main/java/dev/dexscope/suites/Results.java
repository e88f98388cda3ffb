package dev.dexscope.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The table of one engine's results, kept as tab-separated text between runs. */
final class Results {
  private Results() {}

  /** How a test ended. */
  enum Status {
    PASS,
    FAIL,
    TIMEOUT,
    CRASH,
    UNBUILT,
    EXCLUDED
  }

  /** One line of the table; {@code reason} is empty for a test that passed. */
  record Row(String test, String kind, Status status, double seconds, String reason) {
    String line() {
      return String.join(
          "\t",
          test,
          kind,
          status.name().toLowerCase(Locale.ROOT),
          String.format(Locale.ROOT, "%.2f", seconds),
          reason);
    }

    static Row parse(String line) {
      String[] cells = line.split("\t", 5);
      return new Row(
          cells[0],
          cells[1],
          Status.valueOf(cells[2].toUpperCase(Locale.ROOT)),
          Double.parseDouble(cells[3]),
          cells[4]);
    }
  }

  /** The rows by test; none when the file is not there. */
  static Map<String, Row> read(Path file) throws IOException {
    var rows = new TreeMap<String, Row>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        Row row = Row.parse(line);
        rows.put(row.test, row);
      }
    }
    return rows;
  }

  /** Writes the table; the one that it replaces stays beside it under its time. */
  static void write(Path file, Collection<Row> rows) throws IOException {
    if (Files.exists(file)) {
      String time = Files.getLastModifiedTime(file).toString().replaceAll("\\..*|[:Z]", "");
      Path old =
          file.resolveSibling(file.getFileName().toString().replace(".tsv", "-" + time + ".tsv"));
      Files.move(file, old, StandardCopyOption.REPLACE_EXISTING);
    }
    var lines = new ArrayList<String>();
    rows.forEach(row -> lines.add(row.line()));
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    Files.write(temporary, lines);
    Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
