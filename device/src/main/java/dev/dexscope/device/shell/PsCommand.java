package dev.dexscope.device.shell;

import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.process.ProcessSize;
import dev.dexscope.device.process.VmProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** {@code ps} and {@code top}: the processes of the device, and those of no one else. */
final class PsCommand {
  private static final List<String> USUAL =
      List.of("USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME");

  private static final List<String> OF_TOP =
      List.of("PID", "USER", "PR", "NI", "VIRT", "RES", "S", "TIME+", "ARGS");

  private static final Map<String, Column> COLUMNS = columns();

  private PsCommand() {}

  /** A process; the device itself is its daemon. */
  private record Row(String user, int uid, long pid, long parent, String name) {
    ProcessSize size() {
      return ProcessSize.of(pid);
    }

    /** Its CPU time, as toybox prints it. */
    String time() {
      Duration used =
          ProcessHandle.of(pid)
              .flatMap(each -> each.info().totalCpuDuration())
              .orElse(Duration.ZERO);
      return String.format(
          Locale.ROOT,
          "%d:%02d.%02d",
          used.toMinutes(),
          used.toSecondsPart(),
          used.toMillisPart() / 10);
    }
  }

  /**
   * A column of a table.
   *
   * @param width negative for one that begins at the left
   */
  private record Column(int width, Function<Row, Object> value) {}

  private static Map<String, Column> columns() {
    Map<String, Column> all = new LinkedHashMap<>();
    all.put("USER", new Column(-12, Row::user));
    all.put("UID", new Column(5, Row::uid));
    all.put("PID", new Column(5, Row::pid));
    all.put("PPID", new Column(5, Row::parent));
    all.put("VSZ", new Column(10, row -> row.size().virtual()));
    all.put("VIRT", new Column(10, row -> row.size().virtual()));
    all.put("RSS", new Column(8, row -> row.size().resident()));
    all.put("RES", new Column(8, row -> row.size().resident()));
    all.put("WCHAN", new Column(-16, _ -> "0"));
    all.put("ADDR", new Column(4, _ -> "0"));
    all.put("PR", new Column(2, _ -> "20"));
    all.put("PRI", new Column(3, _ -> "19"));
    all.put("NI", new Column(3, _ -> "0"));
    all.put("S", new Column(1, _ -> "S"));
    all.put("STAT", new Column(-4, _ -> "S"));
    all.put("TIME+", new Column(9, Row::time));
    for (String each : List.of("NAME", "ARGS", "CMD", "COMM", "CMDLINE")) {
      all.put(each, new Column(-15, Row::name));
    }
    return all;
  }

  private static List<Row> rows(Call call) {
    long device = ProcessHandle.current().pid();
    List<Row> rows = new ArrayList<>(List.of(new Row("root", 0, device, 1, "adbd")));
    for (VmProcess each : call.shell().device().processes().all()) {
      StartRequest request = each.request();
      int uid = request == null ? 0 : request.uid();
      rows.add(new Row(InstalledPackage.user(uid), uid, each.pid(), device, each.name()));
    }
    return rows;
  }

  /** {@code ps [-Aef] [-p PID,...] [-o COLUMN,...] [PID...]}. */
  static int ps(Call call) throws IOException {
    var options = new OptionReader(call.words(), "opuGgtTU", "");
    List<String> names = new ArrayList<>();
    List<String> pids = new ArrayList<>();
    while (options.advance()) {
      switch (options.name()) {
        case "o" -> names.addAll(List.of(options.value().split("[, ]+")));
        case "p" -> pids.addAll(List.of(options.value().split("[, ]+")));
        case "A", "e", "f", "l", "w", "Z" -> {}
        default -> {
          return call.fail("Unknown option '" + options.name() + "'");
        }
      }
    }
    pids.addAll(options.others());
    List<Row> rows = rows(call);
    if (!pids.isEmpty()) {
      rows.removeIf(each -> !pids.contains(each.pid() + ""));
    }
    return print(call, names.isEmpty() ? USUAL : names, rows) && !rows.isEmpty() ? 0 : 1;
  }

  /** {@code top [-b] [-n TIMES]}: once, as into a file. */
  static int top(Call call) {
    List<Row> rows = rows(call);
    call.out()
        .printf(
            Locale.ROOT,
            "Tasks: %d total,   0 running, %d sleeping,   0 stopped,   0 zombie%n",
            rows.size(),
            rows.size());
    return print(call, OF_TOP, rows) ? 0 : 1;
  }

  private static boolean print(Call call, List<String> names, List<Row> rows) {
    List<String> known = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (String each : names) {
      String name = each.toUpperCase(Locale.ROOT);
      Column column = COLUMNS.get(name);
      if (column == null) {
        call.fail("bad -o " + name + ", use " + String.join(" ", COLUMNS.keySet()));
        return false;
      }
      known.add(name);
      columns.add(column);
    }
    line(call, columns, known);
    for (Row row : rows) {
      line(call, columns, columns.stream().map(each -> each.value().apply(row)).toList());
    }
    return true;
  }

  private static void line(Call call, List<Column> columns, List<?> values) {
    var line = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      int width = columns.get(i).width();
      boolean isLast = i == columns.size() - 1;
      line.append(i == 0 ? "" : " ")
          .append(
              isLast && width < 0
                  ? values.get(i)
                  : String.format("%" + width + "s", values.get(i)));
    }
    call.out().println(line);
  }
}
