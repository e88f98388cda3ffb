package dev.dexscope.trace.read.json;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.NestedCalls;
import dev.dexscope.trace.read.sampled.RecordedCalls;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chrome's JSON trace events: begin, end and complete events of each thread. Others (counters,
 * flows, asynchronous ones) are not calls. Threads with complete events, which can be in any order,
 * are sorted; all others are read in order.
 */
public final class ChromeFile {
  private static final double MICRO = 1e3;

  private final ByteView in;
  private final ThreadTable threads;
  private final Frames frames;
  private final RecordedCalls calls;
  private final JsonFacts facts = new JsonFacts();
  private final Map<String, Lane> lanes = new LinkedHashMap<>();
  private final Set<Long> usedIds = new HashSet<>();
  private final Map<String, String> names = new HashMap<>();
  private boolean hasCpu;

  /**
   * An event.
   *
   * @param phase {@code B}, {@code E} or {@code X}
   * @param method -1 for an end without a name
   */
  private record Event(
      long at,
      char phase,
      int method,
      long start,
      long end,
      long cpu,
      long cpuEnd,
      boolean thrown) {
    Event onOneClock() {
      return new Event(at, phase, method, start, end, start, end, thrown);
    }
  }

  /** The events of a thread. */
  private static final class Lane {
    final int thread;
    final List<Event> events = new ArrayList<>();
    boolean hasComplete;
    boolean isSorted = true;
    long lastCpu;

    Lane(int thread) {
      this.thread = thread;
    }
  }

  private ChromeFile(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.frames = new Frames(methods);
    this.calls = new RecordedCalls(in);
  }

  /** Reads a file whole. */
  public static TraceFormat read(ByteView in, ThreadTable threads, MethodIds methods) {
    return new ChromeFile(in, threads, methods).read();
  }

  private TraceFormat read() {
    JsonInput.read(
        in,
        json -> {
          if (json.isArray()) {
            // Its end may be missing ("JSON Array Format" of the Trace Event Format).
            json.openArray(() -> event(json));
            return;
          }
          json.object(key -> {
            switch (key) {
              case "traceEvents" -> json.array(() -> event(json));
              case JsonFacts.FIELD -> facts.read(json);
              default -> json.skip();
            }
          });
        });
    if (lanes.isEmpty()) {
      throw in.fault(0, "is a Chrome trace without calls: it contains no B, E or X event");
    }
    lanes.forEach((key, lane) -> {
      if (names.containsKey(key)) {
        threads.name(threads.id(lane.thread), names.getOrDefault(key, ""));
      }
      if (!hasCpu) {
        // CPU time alone is in the place of elapsed time.
        lane.events.replaceAll(Event::onOneClock);
      }
      if (lane.hasComplete) {
        nested(lane);
      } else {
        inOrder(lane);
      }
    });
    Clock clock = hasCpu ? Clock.DUAL : facts.clock();
    return calls.format("Chrome trace events", clock, facts.pid(), facts.with("", ""));
  }

  /** The fields of an event that count. */
  private static final class Fields {
    String phase = "";
    String name = "";
    String pid = "";
    String tid = "";
    String threadName = "";
    double ts;
    double dur;
    double tts = Double.NaN;
    double tdur;
    boolean thrown;
  }

  private void event(JsonInput json) throws IOException {
    long at = json.at();
    var fields = new Fields();
    json.object(key -> {
      switch (key) {
        case "ph" -> fields.phase = json.text();
        case "name" -> fields.name = json.text();
        case "pid" -> fields.pid = json.text();
        case "tid" -> fields.tid = json.text();
        case "ts" -> fields.ts = json.real();
        case "dur" -> fields.dur = json.real();
        case "tts" -> fields.tts = json.real();
        case "tdur" -> fields.tdur = json.real();
        case "args" -> arguments(fields, json);
        default -> json.skip();
      }
    });
    String lane = fields.pid + ":" + fields.tid;
    switch (fields.phase) {
      case "M" -> {
        if (fields.name.equals("thread_name")) {
          names.put(lane, fields.threadName);
        }
      }
      case "B", "E", "X" -> add(at, fields, lanes.computeIfAbsent(lane, _ -> newLane(fields.tid)));
      default -> {}
    }
  }

  private static void arguments(Fields fields, JsonInput json) throws IOException {
    if (!json.isObject()) {
      json.skip();
      return;
    }
    json.object(key -> {
      if (key.equals("name") && !json.isObject() && !json.isArray()) {
        fields.threadName = json.text();
      } else if (key.equals("exception")) {
        fields.thrown = json.flag();
        json.skip();
      } else {
        json.skip();
      }
    });
  }

  private Lane newLane(String tid) {
    long id;
    try {
      id = Long.parseLong(tid);
    } catch (NumberFormatException e) {
      id = lanes.size() + 1L;
    }
    // Processes of one file may have threads of one number.
    while (!usedIds.add(id)) {
      id = id < 0 ? id - 1 : -1 - id;
    }
    return new Lane(threads.indexOf(id));
  }

  private void add(long at, Fields fields, Lane lane) {
    boolean complete = fields.phase.equals("X");
    long start = Math.round(fields.ts * MICRO);
    long cpu = lane.lastCpu;
    if (!Double.isNaN(fields.tts)) {
      hasCpu = true;
      cpu = Math.round(fields.tts * MICRO);
    }
    long length = complete ? Math.max(0, Math.round(fields.dur * MICRO)) : 0;
    long cpuLength = complete ? Math.max(0, Math.round(fields.tdur * MICRO)) : 0;
    boolean named = !fields.phase.equals("E");
    lane.isSorted &= lane.events.isEmpty() || lane.events.getLast().start() <= start;
    lane.hasComplete |= complete;
    lane.lastCpu = cpu;
    lane.events.add(
        new Event(
            at,
            fields.phase.charAt(0),
            named ? frames.of(fields.name) : -1,
            start,
            start + length,
            cpu,
            cpu + cpuLength,
            fields.thrown));
  }

  private void inOrder(Lane lane) {
    if (!lane.isSorted) {
      lane.events.sort(Comparator.comparingLong(Event::start));
    }
    for (Event e : lane.events) {
      if (e.phase() == 'B') {
        calls.enter(e.at(), lane.thread, e.method(), e.start(), e.cpu());
      } else {
        calls.exitInnermost(e.at(), lane.thread, e.thrown(), e.start(), e.cpu());
      }
    }
  }

  /** Makes calls of events in any order: an event that begins inside another is its callee. */
  private void nested(Lane lane) {
    List<NestedCalls.Call> all = new ArrayList<>();
    for (Event e : complete(lane)) {
      all.add(
          new NestedCalls.Call(
              e.at(), e.method(), e.start(), e.end(), e.cpu(), e.cpuEnd(), e.thrown()));
    }
    NestedCalls.add(lane.thread, all, calls);
  }

  /** The lane's complete events, and those that its begin and end events make. */
  private static List<Event> complete(Lane lane) {
    List<Event> all = new ArrayList<>();
    Deque<Event> begun = new ArrayDeque<>();
    List<Event> sorted = new ArrayList<>(lane.events);
    sorted.sort(Comparator.comparingLong(Event::start));
    long last = 0;
    for (Event e : sorted) {
      last = Math.max(last, e.end());
      switch (e.phase()) {
        case 'X' -> all.add(e);
        case 'B' -> begun.push(e);
        default -> {
          if (!begun.isEmpty()) {
            all.add(until(begun.pop(), e.start(), e.cpu()));
          }
        }
      }
    }
    while (!begun.isEmpty()) {
      all.add(until(begun.pop(), last, lane.lastCpu));
    }
    return all;
  }

  private static Event until(Event begin, long end, long cpuEnd) {
    return new Event(
        begin.at(), 'X', begin.method(), begin.start(), end, begin.cpu(), cpuEnd, begin.thrown());
  }
}
