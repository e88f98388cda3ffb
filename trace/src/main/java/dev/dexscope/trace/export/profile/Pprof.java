package dev.dexscope.trace.export.profile;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * pprof's profile.proto, gzipped: a sample for each call path with its calls, elapsed and CPU time,
 * and the thread as a label. Field numbers are those of github.com/google/pprof,
 * proto/profile.proto.
 */
public final class Pprof {
  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int MAPPING = 3;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING_TABLE = 6;
  private static final int TIME_NANOS = 9;
  private static final int DURATION_NANOS = 10;
  private static final int COMMENT = 13;
  private static final int DEFAULT_SAMPLE_TYPE = 14;

  /** Start times below this many microseconds count from boot, not from 1970. */
  private static final long YEAR_1990 = 631_152_000_000_000L;

  private final Map<String, Integer> strings = new LinkedHashMap<>();
  private final OutputStream out;

  private Pprof(OutputStream out) {
    this.out = out;
    string("");
  }

  public static void write(View view, OutputStream out) throws IOException {
    var gzip = new GZIPOutputStream(out, 1 << 16);
    new Pprof(gzip).profile(view);
    gzip.finish();
  }

  private void profile(View view) throws IOException {
    TraceInfo info = view.trace().info();
    Clock clock = info.clock();
    List<String> types = new ArrayList<>(List.of("calls"));
    field(SAMPLE_TYPE, valueType("calls", "count"));
    if (clock.hasWall()) {
      field(SAMPLE_TYPE, valueType("wall", "nanoseconds"));
      types.add("wall");
    }
    if (clock.hasCpu()) {
      String weights = info.weights();
      boolean isTime = weights.isEmpty();
      field(SAMPLE_TYPE, isTime ? valueType("cpu", "nanoseconds") : valueType(weights, "count"));
      types.add(isTime ? "cpu" : weights);
    }
    boolean[] used = new boolean[view.methods().size()];
    for (View.Part part : view.threads()) {
      samples(part, clock, used);
    }
    field(MAPPING, new ProtoWriter().number(1, 1).number(5, string(view.title())).number(7, 1));
    for (int m = 0; m < used.length; m++) {
      if (used[m]) {
        location(m, view.methods().get(m));
      }
    }
    ProtoWriter end = new ProtoWriter();
    if (info.startMicros() > YEAR_1990) {
      end.number(TIME_NANOS, info.startMicros() * 1000);
    }
    end.number(DURATION_NANOS, info.elapsedNanos());
    info.keysOfExport().forEach((key, value) -> end.number(COMMENT, comment(key, value)));
    if (info.sampled()) {
      end.number(COMMENT, comment("sampled", "true"));
    }
    end.number(DEFAULT_SAMPLE_TYPE, string(types.get(1)));
    end.writeTo(out);
    for (String text : strings.keySet()) {
      new ProtoWriter().text(STRING_TABLE, text).writeTo(out);
    }
  }

  private void field(int number, ProtoWriter message) throws IOException {
    new ProtoWriter().message(number, message).writeTo(out);
  }

  private ProtoWriter valueType(String type, String unit) {
    return new ProtoWriter().number(1, string(type)).number(2, string(unit));
  }

  private void samples(View.Part part, Clock clock, boolean[] used) throws IOException {
    CallTree tree = part.tree();
    ProtoWriter label =
        new ProtoWriter().number(1, string("thread")).number(2, string(part.thread().name()));
    ProtoWriter id = new ProtoWriter().number(1, string("tid")).number(3, part.thread().id());
    for (int node = 1; node < tree.size(); node++) {
      long wall = tree.exclusiveWall(node);
      long cpu = tree.exclusiveCpu(node);
      used[tree.method(node)] = true;
      var locations = new ProtoWriter();
      for (int n = node; n > 0; n = tree.parent(n)) {
        locations.varint(tree.method(n) + 1L);
      }
      var values = new ProtoWriter();
      values.varint(tree.calls(node));
      if (clock.hasWall()) {
        values.varint(wall);
      }
      if (clock.hasCpu()) {
        values.varint(cpu);
      }
      // Packed repeated numbers have the shape of a nested message.
      field(
          SAMPLE,
          new ProtoWriter()
              .message(1, locations)
              .message(2, values)
              .message(3, label)
              .message(3, id));
    }
  }

  private void location(int index, Method method) throws IOException {
    long id = index + 1L;
    long line = Math.max(0, method.line());
    field(
        LOCATION,
        new ProtoWriter()
            .number(1, id)
            .number(2, 1)
            .message(4, new ProtoWriter().number(1, id).number(2, line)));
    field(
        FUNCTION,
        new ProtoWriter()
            .number(1, id)
            .number(2, string(method.qualifiedName()))
            .number(3, string(method.fullName()))
            .number(4, string(method.file()))
            .number(5, line));
  }

  /** Adds a property of the trace, for readers of the file and for our own reader. */
  private int comment(String key, String value) {
    return string("dexscope: " + key + "=" + value);
  }

  private int string(String text) {
    return strings.computeIfAbsent(text, _ -> strings.size());
  }
}
