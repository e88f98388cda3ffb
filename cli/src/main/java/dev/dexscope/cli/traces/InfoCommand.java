package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Json;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.trace.DataQuality;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope info}: what a trace is, before anyone trusts its figures. */
@Command(
    name = "info",
    description = "Shows a trace's format, clocks, threads and data quality.",
    footer = {
      "",
      "Examples:",
      "  dexscope info app.trace",
      "  dexscope info --json app.trace.gz",
    })
public final class InfoCommand implements Callable<Integer> {
  /** Start times below this many microseconds count from boot, not from 1970. */
  private static final long YEAR_1990 = 631_152_000_000_000L;

  /** Keys that the lines above the others are made of. */
  private static final Set<String> SHOWN = Set.of("clock", "vm", "pid", "data-file-overflow");

  @Parameters(paramLabel = "TRACE", description = "A method trace; it may be gzipped or zipped.")
  Path file;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Mixin TraceInput input = new TraceInput();

  private final Terminal terminal;

  public InfoCommand(Terminal terminal) {
    this.terminal = terminal;
    this.file = Path.of("");
  }

  @Override
  public Integer call() throws IOException {
    Trace trace = input.open(terminal, file);
    if (json) {
      Json.print(terminal.out(), generator -> write(trace, generator));
    } else {
      print(trace, terminal.out());
    }
    return ExitCode.DONE.code();
  }

  private static void print(Trace trace, PrintStream out) {
    TraceInfo info = trace.info();
    line(out, "file", info.file());
    line(out, "format", info.format() + ", version " + info.version() + recordSize(info));
    line(out, "recorded by", info.vm().isEmpty() ? "unknown" : info.vm() + pid(info));
    line(
        out,
        "kind",
        info.sampled()
            ? "sampled stacks: counts of calls are of samples"
            : info.hasPlatformSamples()
                ? info.recordedCalls() + "; the platform's methods (~) by samples"
                : info.recordedCalls());
    line(out, "clock", info.clock().key());
    line(out, "started", started(info.startMicros()));
    line(out, "length", String.format(Locale.ROOT, "%.6f s", info.elapsedNanos() / 1e9));
    line(out, "records", Long.toString(trace.quality().records()));
    line(out, "methods", methods(trace.methods()));
    if (info.overflow()) {
      line(out, "overflow", "yes: the buffer was full before the trace was stopped");
    }
    info.keys()
        .forEach((key, value) -> {
          if (!SHOWN.contains(key)) {
            line(out, key, value);
          }
        });
    out.println();
    TablePrinter.of(threads(trace)).print(out, 0);
    out.println();
    quality(trace.quality(), out);
  }

  private static String methods(MethodTable methods) {
    return methods.size()
        + (methods.repeated() == 0
            ? ""
            : ", "
                + methods.repeated()
                + " of them under several ids: loaded by several class loaders, counted together");
  }

  private static void line(PrintStream out, String name, String value) {
    out.printf(Locale.ROOT, "%-12s %s%n", name, Terminal.plain(value));
  }

  private static String recordSize(TraceInfo info) {
    return info.recordSize() == 0 ? "" : ", records of " + info.recordSize() + " bytes";
  }

  private static String pid(TraceInfo info) {
    return info.pid() < 0 ? "" : ", process " + info.pid();
  }

  private static String started(long micros) {
    if (micros <= 0) {
      return "unknown";
    }
    return micros < YEAR_1990
        ? String.format(Locale.ROOT, "%.3f s after boot", micros / 1e6)
        : Instant.ofEpochMilli(micros / 1000).toString();
  }

  private static Table threads(Trace trace) {
    var table =
        new Table(
            Column.number("thread"),
            Column.number("records"),
            trace.info().sampled() ? Column.number("calls", "seen", "") : Column.number("calls"),
            Column.number("wall_ms", "wall", "ms"),
            Column.number("cpu_ms", "cpu", "ms"),
            Column.text("name"));
    boolean wall = trace.info().clock().hasWall();
    boolean cpu = trace.info().clock().hasCpu();
    List<TraceThread> threads =
        trace.threads().stream()
            .sorted(Comparator.comparingLong(TraceThread::records).reversed())
            .toList();
    for (TraceThread thread : threads) {
      CallTree tree = thread.tree();
      table.add(
          thread.id(),
          thread.records(),
          calls(tree),
          wall ? millis(tree.inclusiveWall(0)) : null,
          cpu ? millis(tree.inclusiveCpu(0)) : null,
          thread.name());
    }
    return table;
  }

  private static long calls(CallTree tree) {
    long calls = 0;
    for (int node = 1; node < tree.size(); node++) {
      calls += tree.calls(node);
    }
    return calls;
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }

  private static Map<String, Long> counters(DataQuality q) {
    var counters = new java.util.LinkedHashMap<String, Long>();
    counters.put("calls open at the start", q.openAtStart());
    counters.put("calls open at the end", q.openAtEnd());
    counters.put("returns missing", q.missingExits());
    counters.put("returns without a call", q.unmatchedExits());
    counters.put("times going back", q.backwards());
    counters.put("calls nested too deep", q.tooDeep());
    counters.put("methods not listed", q.unlistedMethods());
    counters.put("threads not listed", q.unlistedThreads());
    counters.put("bytes cut off", q.truncatedBytes());
    counters.put("compressed file cut off", q.compressionCut() ? 1L : 0);
    return counters;
  }

  private static void quality(DataQuality q, PrintStream out) {
    out.println(
        q.isClean()
            ? "data quality: nothing had to be repaired"
            : "data quality: repaired, see below");
    out.printf(
        Locale.ROOT,
        "  %,d calls, %,d returns, %,d by exception%n",
        q.enters(),
        q.exits(),
        q.unrolls());
    counters(q)
        .forEach((name, count) -> {
          if (count > 0) {
            out.printf(Locale.ROOT, "  %s: %,d%n", name, count);
          }
        });
  }

  private static void write(Trace trace, JsonGenerator json) throws IOException {
    TraceInfo info = trace.info();
    DataQuality q = trace.quality();
    json.writeStartObject();
    json.writeStringField("schema", "dexscope-info-1");
    json.writeStringField("file", info.file());
    json.writeStringField("format", info.format());
    json.writeNumberField("version", info.version());
    json.writeNumberField("record_size", info.recordSize());
    json.writeStringField("clock", info.clock().key());
    json.writeStringField("vm", info.vm());
    json.writeNumberField("pid", info.pid());
    json.writeBooleanField("sampled", info.sampled());
    json.writeBooleanField("overflow", info.overflow());
    json.writeNumberField("start_us", info.startMicros());
    json.writeNumberField("elapsed_ns", info.elapsedNanos());
    json.writeNumberField("clock_overhead_ns", info.clockOverheadNanos());
    json.writeNumberField("methods", trace.methods().size());
    json.writeNumberField("methods_under_several_ids", trace.methods().repeated());
    json.writeObjectFieldStart("quality");
    json.writeBooleanField("clean", q.isClean());
    json.writeNumberField("records", q.records());
    json.writeNumberField("enters", q.enters());
    json.writeNumberField("exits", q.exits());
    json.writeNumberField("unrolls", q.unrolls());
    for (Map.Entry<String, Long> counter : counters(q).entrySet()) {
      json.writeNumberField(counter.getKey().replace(' ', '_'), counter.getValue());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("keys");
    for (Map.Entry<String, String> key : info.keys().entrySet()) {
      json.writeStringField(key.getKey(), key.getValue());
    }
    json.writeEndObject();
    json.writeFieldName("threads");
    TablePrinter.write(threads(trace), json);
    json.writeEndObject();
  }
}
