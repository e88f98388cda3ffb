package dev.dexscope.trace.export.profile;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.View;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A processed profile for the Firefox Profiler (profiler.firefox.com), in its format version 48,
 * which every later version upgrades when it loads it. A sample is a stretch of time with one
 * stack; it weighs that time in milliseconds.
 */
public final class FirefoxProfile {
  private static final int FORMAT_VERSION = 48;
  private static final double MILLI = 1e6;

  private FirefoxProfile() {}

  public static void write(View view, OutputStream out) throws IOException {
    try (var spool = new Spool();
        JsonGenerator json =
            new JsonFactory()
                .createGenerator(out, JsonEncoding.UTF8)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      var stacks = new Stacks(view, spool);
      view.replay(stacks);
      json.writeStartObject();
      meta(view, json);
      emptyArray(json, "libs");
      emptyArray(json, "pages");
      emptyArray(json, "counters");
      json.writeArrayFieldStart("threads");
      boolean first = true;
      for (View.Part part : view.threads()) {
        ThreadStacks thread = stacks.threads[part.number()];
        if (thread != null) {
          thread(view, thread, part.number(), first, spool, json);
          first = false;
        }
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void meta(View view, JsonGenerator json) throws IOException {
    TraceInfo info = view.trace().info();
    json.writeObjectFieldStart("meta");
    json.writeNumberField("version", 27);
    json.writeNumberField("preprocessedProfileVersion", FORMAT_VERSION);
    json.writeNumberField("interval", 1);
    json.writeNumberField("startTime", info.startMicros() / 1000.0);
    json.writeNumberField("processType", 0);
    json.writeNumberField("stackwalk", 1);
    json.writeNumberField("debug", 0);
    json.writeNumberField("gcpoison", 0);
    json.writeNumberField("asyncstack", 1);
    json.writeStringField("product", view.title());
    json.writeStringField("importedFrom", "dexscope");
    TraceFacts.write(view, List.of(), json);
    if (info.clock() == Clock.DUAL) {
      json.writeObjectFieldStart("sampleUnits");
      json.writeStringField("time", "ms");
      json.writeStringField("eventDelay", "ms");
      json.writeStringField("threadCPUDelta", "ns");
      json.writeEndObject();
    }
    json.writeBooleanField("symbolicated", true);
    json.writeBooleanField("usesOnlyOneStackType", true);
    json.writeBooleanField("doesNotUseFrameImplementation", true);
    json.writeBooleanField("sourceCodeIsNotOnSearchfox", true);
    json.writeArrayFieldStart("categories");
    category(json, "Java", "blue");
    category(json, "Platform", "green");
    // One grey category is required: the default.
    category(json, "Other", "grey");
    json.writeEndArray();
    emptyArray(json, "markerSchema");
    emptyArray(json, "extensions", "id", "name", "baseURL");
    json.writeEndObject();
  }

  private static void category(JsonGenerator json, String name, String color) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("color", color);
    json.writeArrayFieldStart("subcategories");
    json.writeString("Other");
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void emptyArray(JsonGenerator json, String name) throws IOException {
    json.writeArrayFieldStart(name);
    json.writeEndArray();
  }

  /** An empty table of the format: columns and a length of 0. */
  private static void emptyArray(JsonGenerator json, String name, String... columns)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (String column : columns) {
      emptyArray(json, column);
    }
    json.writeNumberField("length", 0);
    json.writeEndObject();
  }

  private static void thread(
      View view, ThreadStacks thread, int index, boolean main, Spool spool, JsonGenerator json)
      throws IOException {
    TraceThread of = view.trace().threads().get(index);
    json.writeStartObject();
    json.writeStringField("processType", "default");
    json.writeStringField("processName", view.title());
    json.writeNumberField("processStartupTime", 0);
    json.writeNullField("processShutdownTime");
    json.writeNumberField("registerTime", 0);
    json.writeNullField("unregisterTime");
    emptyArray(json, "pausedRanges");
    json.writeStringField("name", of.name());
    json.writeBooleanField("isMainThread", main);
    json.writeStringField("pid", Long.toString(Math.max(0, view.trace().info().pid())));
    json.writeNumberField("tid", of.id());
    json.writeBooleanField("showMarkersInTimeline", false);
    samples(thread, index, view.trace().info().clock() == Clock.DUAL, spool, json);
    emptyArray(json, "markers", "data", "name", "startTime", "endTime", "phase", "category");
    stackTable(view, thread, json);
    frameTable(view, thread, json);
    funcTable(view, thread, json);
    emptyArray(json, "resourceTable", "lib", "name", "host", "type");
    emptyArray(json, "nativeSymbols", "libIndex", "address", "name", "functionSize");
    json.writeEndObject();
  }

  private static void samples(
      ThreadStacks thread, int index, boolean hasCpu, Spool spool, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart("samples");
    json.writeStringField("weightType", "tracing-ms");
    for (int column = 0; column < (hasCpu ? 4 : 3); column++) {
      json.writeArrayFieldStart(List.of("stack", "time", "weight", "threadCPUDelta").get(column));
      long sinceLast = 0;
      // A thread whose calls took no time has no sample.
      InputStream spooled = thread.samples == 0 ? InputStream.nullInputStream() : spool.read(index);
      try (var in = new DataInputStream(spooled)) {
        for (long i = 0; i < thread.samples; i++) {
          int stack = in.readInt();
          long time = in.readLong();
          long weight = in.readLong();
          long cpu = in.readLong();
          switch (column) {
            case 0 -> json.writeNumber(stack);
            case 1 -> json.writeNumber(time / MILLI);
            case 2 -> json.writeNumber(weight / MILLI);
            default -> {
              // Of the time since the sample before, which that one stands for.
              json.writeNumber(sinceLast);
              sinceLast = cpu;
            }
          }
        }
      }
      json.writeEndArray();
    }
    json.writeNumberField("length", thread.samples);
    json.writeEndObject();
  }

  private static void stackTable(View view, ThreadStacks thread, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart("stackTable");
    json.writeArrayFieldStart("frame");
    for (int function : thread.stackFunction) {
      json.writeNumber(function);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("prefix");
    for (int prefix : thread.stackPrefix) {
      if (prefix < 0) {
        json.writeNull();
      } else {
        json.writeNumber(prefix);
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("category");
    for (int function : thread.stackFunction) {
      json.writeNumber(category(view.methods().get(thread.functions.get(function))));
    }
    json.writeEndArray();
    repeat(json, "subcategory", "0", thread.stackFunction.size());
    json.writeNumberField("length", thread.stackFunction.size());
    json.writeEndObject();
  }

  private static int category(Method method) {
    String name = method.className();
    return name.startsWith("java.") || name.startsWith("android.") || name.startsWith("dalvik.")
        ? 1
        : 0;
  }

  private static void repeat(JsonGenerator json, String name, String value, int count)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (int i = 0; i < count; i++) {
      json.writeRawValue(value);
    }
    json.writeEndArray();
  }

  private static void frameTable(View view, ThreadStacks thread, JsonGenerator json)
      throws IOException {
    int count = thread.functions.size();
    json.writeObjectFieldStart("frameTable");
    repeat(json, "address", "-1", count);
    repeat(json, "inlineDepth", "0", count);
    json.writeArrayFieldStart("category");
    for (int method : thread.functions) {
      json.writeNumber(category(view.methods().get(method)));
    }
    json.writeEndArray();
    repeat(json, "subcategory", "0", count);
    json.writeArrayFieldStart("func");
    for (int i = 0; i < count; i++) {
      json.writeNumber(i);
    }
    json.writeEndArray();
    for (String column :
        List.of("nativeSymbol", "innerWindowID", "implementation", "line", "column")) {
      repeat(json, column, "null", count);
    }
    json.writeNumberField("length", count);
    json.writeEndObject();
  }

  private static void funcTable(View view, ThreadStacks thread, JsonGenerator json)
      throws IOException {
    int count = thread.functions.size();
    List<String> strings = new ArrayList<>();
    json.writeObjectFieldStart("funcTable");
    json.writeArrayFieldStart("name");
    for (int method : thread.functions) {
      json.writeNumber(strings.size());
      strings.add(view.methods().get(method).fullName());
    }
    json.writeEndArray();
    repeat(json, "isJS", "false", count);
    repeat(json, "relevantForJS", "false", count);
    repeat(json, "resource", "-1", count);
    json.writeArrayFieldStart("fileName");
    for (int method : thread.functions) {
      String file = view.methods().get(method).file();
      if (file.isEmpty()) {
        json.writeNull();
      } else {
        json.writeNumber(strings.size());
        strings.add(file);
      }
    }
    json.writeEndArray();
    repeat(json, "lineNumber", "null", count);
    repeat(json, "columnNumber", "null", count);
    json.writeNumberField("length", count);
    json.writeEndObject();
    json.writeArrayFieldStart("stringArray");
    for (String string : strings) {
      json.writeString(string);
    }
    json.writeEndArray();
  }

  private static final class ThreadStacks {
    final List<Integer> functions = new ArrayList<>();
    final Map<Integer, Integer> functionOf = new HashMap<>();
    final List<Integer> stackFunction = new ArrayList<>();
    final List<Integer> stackPrefix = new ArrayList<>();
    final Map<Long, Integer> stackOf = new HashMap<>();
    int stack = -1;
    long since;
    long sinceCpu;
    long samples;
  }

  /** Gives each call path a number, and spools a sample whenever a thread's path changes. */
  private static final class Stacks implements CallVisitor {
    private final Spool spool;
    private final boolean hasWall;
    final @Nullable ThreadStacks[] threads;

    Stacks(View view, Spool spool) {
      this.spool = spool;
      this.hasWall = view.trace().info().clock().hasWall();
      this.threads = new ThreadStacks[view.trace().threads().size()];
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      ThreadStacks t = thread(thread);
      sample(thread, t, hasWall ? wall : cpu, cpu);
      Integer function = t.functionOf.get(method);
      if (function == null) {
        function = t.functions.size();
        t.functionOf.put(method, function);
        t.functions.add(method);
      }
      long key = (long) t.stack << 32 | function;
      Integer stack = t.stackOf.get(key);
      if (stack == null) {
        stack = t.stackFunction.size();
        t.stackOf.put(key, stack);
        t.stackFunction.add(function);
        t.stackPrefix.add(t.stack);
      }
      t.stack = stack;
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      ThreadStacks t = thread(thread);
      sample(thread, t, hasWall ? wall : cpu, cpu);
      t.stack = t.stackPrefix.get(t.stack);
    }

    private ThreadStacks thread(int index) {
      ThreadStacks thread = threads[index];
      if (thread == null) {
        thread = new ThreadStacks();
        threads[index] = thread;
      }
      return thread;
    }

    private void sample(int index, ThreadStacks t, long now, long cpu) {
      if (t.stack >= 0 && now > t.since) {
        try {
          var out = new DataOutputStream(spool.of(index));
          out.writeInt(t.stack);
          out.writeLong(t.since);
          out.writeLong(now - t.since);
          out.writeLong(Math.max(0, cpu - t.sinceCpu));
          t.samples++;
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      t.since = now;
      t.sinceCpu = cpu;
    }
  }
}
