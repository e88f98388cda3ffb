package dev.dexscope.cli.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.base.text.Printable;
import dev.dexscope.cli.Run;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.write.TraceviewWriter;
import dev.dexscope.web.ViewServer;
import dev.dexscope.web.http.WebServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A trace's figures are the same wherever they stand: in each form of {@code report}, in its other
 * views, in {@code diff}, in the file of all paths, in the page's answers.
 */
class SameFiguresTest {
  @TempDir static Path folder;

  /** Larger ones take seconds. */
  private static final long SMALL = 200_000;

  /** Real traces, those of each clock, and what other tools keep of one. */
  static Stream<Path> smallTraces() throws IOException {
    List<Path> traces = new ArrayList<>(realTraces(true));
    for (Clock clock : Clock.values()) {
      traces.add(written(clock));
    }
    String original = RealTraces.file("art11-alloc.trace").toString();
    for (String format :
        List.of("collapsed", "speedscope", "pprof", "perfetto", "chrome", "firefox", "flame")) {
      Path file = folder.resolve("a." + format);
      ok("convert", original, "-f", format, "-o", file.toString());
      traces.add(file);
    }
    return traces.stream();
  }

  /** Two threads, one of which waits, below itself too; times of both clocks go apart. */
  private static Path written(Clock clock) throws IOException {
    Path file = folder.resolve(clock.key() + ".trace");
    try (var out = TraceviewWriter.file(file, clock == Clock.DUAL ? 3 : 2, clock)) {
      out.thread(1, "main");
      out.thread(2, "waiter");
      out.method(new Method(4, "app.Main", "main", "()V", "Main.java", 1));
      out.method(new Method(8, "app.db.Store", "load", "(I)V", "Store.java", 2));
      out.method(new Method(12, "java.lang.Object", "wait", "()V", "Object.java", 3));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(2, 12, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 8, TraceviewWriter.ENTER, 100, 130);
      out.record(1, 8, TraceviewWriter.ENTER, 150, 190);
      out.record(1, 12, TraceviewWriter.ENTER, 160, 230);
      out.record(1, 12, TraceviewWriter.EXIT, 170, 700);
      out.record(1, 8, TraceviewWriter.UNROLL, 200, 740);
      out.record(1, 8, TraceviewWriter.UNROLL, 350, 741);
      out.record(1, 4, TraceviewWriter.EXIT, 601, 1000);
      out.record(2, 12, TraceviewWriter.EXIT, 602, 2000);
    }
    return file;
  }

  static List<Path> largeTraces() throws IOException {
    return realTraces(false);
  }

  private static List<Path> realTraces(boolean isSmall) throws IOException {
    List<Path> traces = new ArrayList<>();
    for (Path each : RealTraces.readable()) {
      if (Files.size(each) < SMALL == isSmall) {
        traces.add(each);
      }
    }
    return traces;
  }

  @FullTier("goes through all paths of large traces")
  @ParameterizedTest
  @MethodSource("largeTraces")
  void soHasALargeOne(Path trace) throws Exception {
    aTraceHasTheSameFiguresEverywhere(trace);
  }

  @ParameterizedTest
  @MethodSource("smallTraces")
  void aTraceHasTheSameFiguresEverywhere(Path trace) throws Exception {
    try (WebServer server = ViewServer.start(List.of(trace), 0)) {
      var page = new Page(server.address());
      new Places(trace.toString(), page, "").check();
      for (Object clock : list(page.get(""), "times")) {
        new Places(trace.toString(), page, clock.toString()).check();
      }
    }
  }

  /** The figures of a method's row in any place; times are nanoseconds. */
  private record Figures(Object exclusive, Object waiting, Object inclusive, Object calls) {
    /** By the keys of JSON. */
    static Figures of(Map<String, Object> row) {
      return new Figures(
          value(row, "exclusive_ns"),
          row.getOrDefault("waiting_ns", ""),
          value(row, "inclusive_ns"),
          value(row, "calls"));
    }
  }

  /**
   * All places that show a trace.
   *
   * @param clock the requested clock; may be empty
   */
  private record Places(String file, Page page, String clock) {
    void check() throws IOException {
      List<Map<String, Object>> rows = rows(report("--json"));
      assertThat(rows).isNotEmpty();
      Map<String, Figures> figures = new HashMap<>();
      Map<String, Object> exclusive = new HashMap<>();
      for (Map<String, Object> row : rows) {
        figures.put(value(row, "method").toString(), Figures.of(row));
        exclusive.put(value(row, "method").toString(), value(row, "exclusive_ns"));
      }

      assertThat(csv(report("--csv"))).isEqualTo(csvOf(rows));
      assertThat(text(report("--raw"))).isEqualTo(textOf(rows));
      Map<String, Object> table = page.get("/table" + query(""));
      assertThat(pageOf(table)).isEqualTo(readable(rows));
      assertThat(runs()).isEqualTo(exclusive);
      // What several paths of a method have more of CPU than of elapsed time is 0 in each.
      if (!clock.equals("off-cpu")) {
        assertThat(paths()).isEqualTo(exclusive);
      }
      if (!clock.isEmpty()) {
        assertThat(differences()).isEqualTo(exclusive);
        assertThat(differencesOfPage())
            .containsExactlyInAnyOrderElementsOf(readableTimes(exclusive));
      }
      if (clock.equals("wall") || clock.equals("cpu")) {
        assertThat(tree()).isEqualTo(exclusive);
        assertThat(exported()).isEqualTo(exclusive);
      }
      checkButterflies(rows, figures, table);
    }

    private String query(String more) {
      return "?" + more + (clock.isEmpty() ? "" : "&time=" + clock);
    }

    private String report(String... options) {
      List<String> call = new ArrayList<>(List.of("report", file, "--top=0"));
      if (!clock.isEmpty()) {
        call.add("--clock=" + clock);
      }
      call.addAll(List.of(options));
      return ok(call.toArray(String[]::new));
    }

    /** The mean of the trace with itself. */
    private Map<String, Object> runs() throws IOException {
      Map<String, Object> means = new HashMap<>();
      for (Map<String, Object> row : rows(report(file, "--json"))) {
        means.put(value(row, "method").toString(), row.get("exclusive_mean_ns"));
      }
      return means;
    }

    /** The time of all paths that end in a method. */
    private Map<String, Object> paths() throws IOException {
      Map<String, Object> sums = new HashMap<>();
      for (Map<String, Object> row : rows(report("--hot", "--json"))) {
        String path = value(row, "path").toString();
        add(
            sums,
            path.substring(path.lastIndexOf(" > ") < 0 ? 0 : path.lastIndexOf(" > ") + 3),
            number(value(row, "exclusive_ns")));
      }
      return sums;
    }

    private Map<String, Object> differences() throws IOException {
      Map<String, Object> base = new HashMap<>();
      for (Map<String, Object> row :
          rows(ok("diff", file, "--vs", file, "--clock=" + clock, "--json"))) {
        base.put(value(row, "name").toString(), number(row.get("base_mean_ns")));
      }
      return base;
    }

    /** The same of the page's answer, in no order: several methods may have one readable name. */
    private List<String> differencesOfPage() throws IOException {
      Map<String, Object> columns = object(page.get("/diff/1" + query("")).get("rows"));
      List<?> names = list(columns, "name");
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        lines.add(names.get(i) + " " + list(columns, "base_mean_ns").get(i));
      }
      return lines;
    }

    /** What each row of the tree has more than the rows below it, by its method. */
    private Map<String, Object> tree() throws IOException {
      Map<String, Object> sums = new HashMap<>();
      List<String> callers = new ArrayList<>();
      for (Map<String, Object> row : rows(report("--tree", "--json"))) {
        int depth = (int) number(value(row, "depth"));
        long time = number(value(row, "inclusive_ns"));
        String method = value(row, "method").toString();
        add(sums, method, time);
        if (depth > 0) {
          add(sums, callers.get(depth - 1), -time);
        }
        callers.subList(depth, callers.size()).clear();
        callers.add(method);
      }
      return sums;
    }

    /** The time of all paths of the file that convert writes. */
    private Map<String, Object> exported() throws IOException {
      Path csv = folder.resolve("exported.csv");
      ok("convert", file, "-f", "csv", "-o", csv.toString());
      Map<String, Object> sums = new HashMap<>();
      for (Map<String, String> row : csv(Files.readString(csv))) {
        String type = cell(row, "class");
        String name =
            (type.isEmpty() ? "" : type + ".") + cell(row, "method") + cell(row, "signature");
        add(sums, name, Long.parseLong(cell(row, "exclusive_" + clock)));
      }
      return sums;
    }

    /** Those of methods with much time, and of such that wait. */
    private void checkButterflies(
        List<Map<String, Object>> rows, Map<String, Figures> figures, Map<String, Object> table)
        throws IOException {
      for (int i = 0; i < rows.size(); i++) {
        String name = value(rows.get(i), "method").toString();
        if (i > 3 && !name.contains("wait") && !name.contains("park")) {
          continue;
        }
        Figures row = Objects.requireNonNull(figures.get(name));
        assertThat(rows(report("--method", name, "--json")))
            .anySatisfy(each ->
                assertThat(each)
                    .containsEntry("method", name)
                    .containsEntry("exclusive_ns", row.exclusive())
                    .containsEntry("inclusive_ns", row.inclusive())
                    .containsEntry("calls", row.calls()));
        int at = list(object(table.get("rows")), "method").indexOf((long) i);
        Object number = list(table, "methods").get(i);
        assertThat(at).isEqualTo(i);
        assertThat(page.get("/butterfly" + query("method=" + number)))
            .containsEntry("signature", name)
            .containsEntry("exclusive_ns", row.exclusive())
            .containsEntry("inclusive_ns", row.inclusive())
            .containsEntry("calls", row.calls());
      }
    }
  }

  /** The answers about the first trace of a server. */
  private record Page(URI address) {
    Map<String, Object> get(String path) throws IOException {
      var connection =
          (HttpURLConnection) address.resolve("/api/v1/traces/1" + path).toURL().openConnection();
      String token = address.getQuery().substring("token=".length());
      connection.setRequestProperty("Authorization", "Bearer " + token);
      try (InputStream in = connection.getInputStream()) {
        return object(ParsedJson.of(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
      }
    }
  }

  private static String ok(String... args) {
    Run run = Run.of(args);
    assertThat(run.exit()).as(run.err()).isZero();
    return run.out();
  }

  @SuppressWarnings("unchecked") // Keys of JSON objects are strings.
  private static Map<String, Object> object(@Nullable Object json) {
    return (Map<String, Object>) Objects.requireNonNull(json);
  }

  private static Object value(Map<String, Object> object, String key) {
    return Objects.requireNonNull(object.get(key));
  }

  private static List<?> list(Map<String, Object> object, String key) {
    return (List<?>) value(object, key);
  }

  private static List<Map<String, Object>> rows(String json) throws IOException {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Object row : list(object(ParsedJson.of(json)), "rows")) {
      rows.add(object(row));
    }
    return rows;
  }

  private static long number(@Nullable Object json) {
    return ((Number) Objects.requireNonNull(json)).longValue();
  }

  private static void add(Map<String, Object> sums, String name, long time) {
    sums.merge(name, time, (a, b) -> (long) a + (long) b);
  }

  private static String cell(Map<String, String> row, String key) {
    return Objects.requireNonNull(row.get(key));
  }

  /** Comma separated values by the keys of the first line. */
  private static List<Map<String, String>> csv(String text) {
    List<List<String>> lines = new ArrayList<>();
    for (String line : text.split("\r\n", 0)) {
      List<String> cells = new ArrayList<>();
      Matcher cell = CELL.matcher(line);
      while (cell.find()) {
        cells.add(cell.group(1) == null ? cell.group(2) : cell.group(1).replace("\"\"", "\""));
      }
      lines.add(cells);
    }
    List<Map<String, String>> rows = new ArrayList<>();
    for (List<String> line : lines.subList(1, lines.size())) {
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < line.size(); i++) {
        row.put(lines.getFirst().get(i), line.get(i));
      }
      rows.add(row);
    }
    return rows;
  }

  private static final Pattern CELL =
      Pattern.compile("(?<=^|,)(?:\"((?:[^\"]|\"\")*)\"|([^,]*))(?=,|$)");

  private static List<Map<String, String>> csvOf(List<Map<String, Object>> rows) {
    List<Map<String, String>> texts = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      Map<String, String> cells = new LinkedHashMap<>();
      row.forEach((key, value) -> cells.put(key, value.toString()));
      texts.add(cells);
    }
    return texts;
  }

  /** The cells of the rows of a printed table. */
  private static List<List<String>> text(String printed) {
    List<List<String>> rows = new ArrayList<>();
    List<String> lines = printed.lines().toList();
    for (String line : lines.subList(lines.indexOf("") + 2, lines.size())) {
      rows.add(List.of(line.strip().split(" {2,}", 0)));
    }
    return rows;
  }

  private static List<List<String>> textOf(List<Map<String, Object>> rows) {
    List<List<String>> texts = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      List<String> cells = new ArrayList<>();
      row.forEach((key, value) -> {
        if (key.equals("share")) {
          cells.add(String.format(Locale.ROOT, "%.1f%%", 100 * ((Number) value).doubleValue()));
        } else if (List.of("exclusive_ns", "waiting_ns", "inclusive_ns").contains(key)) {
          cells.add(String.format(Locale.ROOT, "%.3f", number(value) / 1e6));
        } else if (List.of("calls", "exceptions", "method").contains(key)) {
          cells.add(Printable.of(value.toString()));
        }
      });
      texts.add(cells);
    }
    return texts;
  }

  /** Names as people see them: several methods may have one of these. */
  private static List<String> readable(List<Map<String, Object>> rows) {
    List<String> lines = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      lines.add(ReadableName.of(value(row, "method").toString()) + " " + Figures.of(row));
    }
    return lines;
  }

  private static List<String> readableTimes(Map<String, Object> times) {
    List<String> lines = new ArrayList<>();
    times.forEach((method, time) -> lines.add(ReadableName.of(method) + " " + time));
    return lines;
  }

  private static List<String> pageOf(Map<String, Object> table) {
    Map<String, Object> columns = object(table.get("rows"));
    List<?> names = list(table, "names");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < list(columns, "calls").size(); i++) {
      Map<String, Object> row = new HashMap<>();
      for (Map.Entry<String, Object> column : columns.entrySet()) {
        row.put(column.getKey(), ((List<?>) column.getValue()).get(i));
      }
      lines.add(names.get((int) number(row.get("method"))) + " " + Figures.of(row));
    }
    return lines;
  }
}
