package dev.dexscope.trace.read.json;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.LineSamples;
import dev.dexscope.trace.read.sampled.SampledProfile;
import dev.dexscope.trace.read.sampled.Samples;
import dev.dexscope.trace.read.sampled.SourceStacks;
import dev.dexscope.trace.read.sampled.SourceStacks.At;
import dev.dexscope.trace.read.sampled.Stacks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A processed profile of the Firefox Profiler: stacks in tables, and samples that name them. Data
 * that later versions share between threads is in {@code shared}, before or after the threads, so
 * the file is read twice.
 */
public final class FirefoxFile {
  private static final double MILLI = 1e6;

  private final ByteView in;
  private final ThreadTable threads;
  private final Frames frames;
  private final SourceStacks source;
  private final Stacks stacks = new Stacks();
  private final LineSamples lines = new LineSamples();
  private final Samples samples;
  private final JsonFacts facts = new JsonFacts();
  private Tables shared = new Tables();
  private double interval = 1;
  private double startMillis;
  private String weights = "";
  private int threadCount;

  /** The tables of stacks. */
  private static final class Tables {
    List<String> strings = List.of();
    long[] functionName = {};
    long[] functionFile = {};
    long[] frameFunction = {};
    long[] frameLine = {};
    long[] stackFrame = {};
    long[] stackPrefix = {};
  }

  private FirefoxFile(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.frames = new Frames(methods);
    this.source = new SourceStacks(frames, methods);
    this.samples = new Samples(in, stacks);
  }

  /** Reads a file whole. */
  public static TraceFormat read(ByteView in, ThreadTable threads, MethodIds methods) {
    return new FirefoxFile(in, threads, methods).read();
  }

  private TraceFormat read() {
    JsonInput.read(in, this::head);
    JsonInput.read(
        in,
        json ->
            json.object(key -> {
              if (key.equals("threads")) {
                json.array(() -> thread(json));
              } else {
                json.skip();
              }
            }));
    Map<String, String> keys = facts.with("weights", weights);
    long start = Math.round(1000 * startMillis);
    var about =
        new SampledProfile.Facts("Firefox profile", 1, facts.clock(), start, "", facts.pid(), keys);
    return new SampledProfile(in, samples, Samples.Placing.EXACT, about, lines.times());
  }

  private void head(JsonInput json) throws IOException {
    json.object(key -> {
      switch (key) {
        case "meta" ->
            json.object(field -> {
              switch (field) {
                case "interval" -> interval = json.real();
                case "startTime" -> startMillis = json.real();
                case JsonFacts.FIELD -> facts.read(json);
                default -> json.skip();
              }
            });
        case "shared" -> shared = tables(json);
        default -> json.skip();
      }
    });
  }

  private Tables tables(JsonInput json) throws IOException {
    var tables = new Tables();
    json.object(key -> {
      if (!table(key, tables, json)) {
        json.skip();
      }
    });
    return tables;
  }

  /** Reads one of the tables; returns false for any other field. */
  private static boolean table(String key, Tables tables, JsonInput json) throws IOException {
    switch (key) {
      case "stringArray", "stringTable" -> {
        if (!json.isArray()) {
          return false;
        }
        tables.strings = json.texts();
      }
      case "funcTable" ->
          json.object(column -> {
            switch (column) {
              case "name" -> tables.functionName = json.wholes();
              case "fileName" -> tables.functionFile = json.wholes();
              default -> json.skip();
            }
          });
      case "frameTable" ->
          json.object(column -> {
            switch (column) {
              case "func" -> tables.frameFunction = json.wholes();
              case "line" -> tables.frameLine = json.wholes();
              default -> json.skip();
            }
          });
      case "stackTable" ->
          json.object(column -> {
            switch (column) {
              case "frame" -> tables.stackFrame = json.wholes();
              case "prefix" -> tables.stackPrefix = json.wholes();
              default -> json.skip();
            }
          });
      default -> {
        return false;
      }
    }
    return true;
  }

  /** The samples of a thread, as columns. */
  private static final class Taken {
    long[] stack = {};
    double[] time = {};
    double[] delta = {};
    double @Nullable [] weight;
    String weightType = "samples";
  }

  private void thread(JsonInput json) throws IOException {
    var own = new Tables();
    var taken = new Taken();
    String[] name = {"thread"};
    String[] tid = {""};
    json.object(key -> {
      switch (key) {
        case "name" -> name[0] = json.text();
        case "tid" -> tid[0] = json.text();
        case "samples" -> samples(taken, json);
        default -> {
          if (!table(key, own, json)) {
            json.skip();
          }
        }
      }
    });
    long id = threadId(tid[0]);
    threads.name(id, name[0]);
    add(taken, numbers(own, json), threads.indexOf(id), json);
  }

  private long threadId(String tid) {
    int number = ++threadCount;
    try {
      return Long.parseLong(tid);
    } catch (NumberFormatException e) {
      return number;
    }
  }

  private static void samples(Taken taken, JsonInput json) throws IOException {
    json.object(key -> {
      switch (key) {
        case "stack" -> taken.stack = json.wholes();
        case "time" -> taken.time = json.reals();
        case "timeDeltas" -> taken.delta = json.reals();
        case "weight" -> taken.weight = json.isNull() ? null : json.reals();
        case "weightType" -> taken.weightType = json.isNull() ? "samples" : json.text();
        default -> json.skip();
      }
    });
  }

  /** Our numbers of the stacks of a thread: by their methods, and by their lines. */
  private record Numbers(int[] stacks, int[] places) {}

  /** Our number of each stack of a thread. */
  private Numbers numbers(Tables own, JsonInput json) {
    Tables of = own.stackFrame.length > 0 ? own : shared;
    long[] frame = of.stackFrame;
    long[] function = own.frameFunction.length > 0 ? own.frameFunction : shared.frameFunction;
    Tables named = own.functionName.length > 0 ? own : shared;
    long[] line = own.frameFunction.length > 0 ? own.frameLine : shared.frameLine;
    List<String> strings = own.strings.isEmpty() ? shared.strings : own.strings;
    int[] numbers = new int[frame.length];
    int[] places = new int[frame.length];
    for (int i = 0; i < frame.length; i++) {
      long prefix = i < of.stackPrefix.length ? of.stackPrefix[i] : Long.MIN_VALUE;
      if (prefix >= i) {
        throw json.fault("stack " + i + " below a later one, " + prefix);
      }
      int f = (int) at(named.functionName, at(function, frame[i], json), json);
      long file = at(function, frame[i], json);
      file = file < named.functionFile.length ? named.functionFile[(int) file] : Long.MIN_VALUE;
      int method =
          frames.of(string(strings, f, json), file < 0 ? "" : string(strings, file, json), -1);
      long there = frame[i] < line.length ? line[(int) frame[i]] : Long.MIN_VALUE;
      int row = there > 0 && there <= Integer.MAX_VALUE ? (int) there : -1;
      int stack = prefix < 0 ? Stacks.EMPTY : numbers[(int) prefix];
      int place = prefix < 0 ? LineSamples.EMPTY : places[(int) prefix];
      for (At at : source.of(List.of(new At(method, row)))) {
        stack = stacks.of(stack, at.method());
        place = lines.of(place, at.method(), at.line());
      }
      numbers[i] = stack;
      places[i] = place;
    }
    return new Numbers(numbers, places);
  }

  private static long at(long[] column, long index, JsonInput json) {
    if (index < 0 || index >= column.length) {
      throw json.fault("row " + index + " of a table of " + column.length);
    }
    return column[(int) index];
  }

  private static String string(List<String> strings, long index, JsonInput json) {
    if (index < 0 || index >= strings.size()) {
      throw json.fault("text " + index + " of " + strings.size());
    }
    return strings.get((int) index);
  }

  private void add(Taken taken, Numbers numbers, int thread, JsonInput json) {
    double now = 0;
    double[] weight = taken.weight;
    double scale = weight != null && taken.weightType.equals("samples") ? interval : 1;
    if (taken.weightType.equals("bytes")) {
      weights = "bytes";
      scale = 1 / MILLI;
    }
    for (int i = 0; i < taken.stack.length; i++) {
      if (i < taken.time.length) {
        now = taken.time[i];
      } else if (i < taken.delta.length) {
        now += taken.delta[i];
      }
      long number = taken.stack[i];
      if (number < 0) {
        continue;
      }
      if (number >= numbers.stacks().length) {
        throw json.fault("stack " + number + " of " + numbers.stacks().length);
      }
      double millis = weight == null ? interval : i < weight.length ? scale * weight[i] : 0;
      long nanos = Math.round(millis * MILLI);
      int stack = numbers.stacks()[(int) number];
      samples.add(json.at(), thread, stack, Math.round(now * MILLI), nanos);
      lines.add(thread, numbers.places()[(int) number], nanos);
    }
  }
}
