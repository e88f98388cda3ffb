package dev.dexscope.trace.export.flame;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.DataQuality;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A report in one HTML file that needs nothing else: what was traced, the threads with their
 * activity over time, sortable tables by method, class and package, callers and callees of each
 * method. The page is {@code report.html}; it adds up the call trees itself, so that thread and
 * clock can be switched.
 */
public final class HtmlReport {
  private static final int BUCKETS = 170;

  /** Keys that the other facts are made of. */
  private static final Set<String> SAID =
      Set.of("clock", "vm", "pid", "data-file-overflow", "elapsed-time-usec", "elapsed-time-nsec");

  private HtmlReport() {}

  public static void write(View view, OutputStream out) throws IOException {
    Page.write("report.html", out, json -> data(view, json));
  }

  private static void data(View view, JsonGenerator json) throws IOException {
    TraceInfo info = view.trace().info();
    var activity = new Activity(view);
    view.replay(activity);
    json.writeStartObject();
    json.writeNumberField("elapsed", info.elapsedNanos());
    strings(json, "facts", facts(info));
    strings(json, "quality", repaired(view.trace().quality(), info));
    TreeData.write(
        view,
        json,
        (part, thread) -> {
          TraceThread of = view.threads().get(part).thread();
          thread.writeNumberField("first", of.firstWall());
          thread.writeNumberField("last", of.lastWall());
          thread.writeArrayFieldStart("busy");
          for (long nanos : activity.of(of)) {
            thread.writeNumber(Math.round(100.0 * nanos / activity.width));
          }
          thread.writeEndArray();
        });
    json.writeEndObject();
  }

  private static void strings(JsonGenerator json, String name, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private static List<String> facts(TraceInfo info) {
    List<String> facts = new ArrayList<>();
    facts.add(info.format() + ", version " + info.version());
    facts.add("clock " + info.clock().key());
    facts.add(info.sampled() ? "sampled stacks" : "every call recorded");
    if (!info.vm().isEmpty()) {
      facts.add("vm " + info.vm());
    }
    if (info.pid() >= 0) {
      facts.add("process " + info.pid());
    }
    info.keys()
        .forEach((key, value) -> {
          if (!SAID.contains(key)) {
            facts.add(key + " " + value);
          }
        });
    return facts;
  }

  private static List<String> repaired(DataQuality quality, TraceInfo info) {
    List<String> repaired = new ArrayList<>();
    if (info.overflow()) {
      repaired.add("the buffer was full before the end");
    }
    count(repaired, quality.missingExits(), "calls without a return");
    count(repaired, quality.unmatchedExits(), "returns without a call");
    count(repaired, quality.backwards(), "times that went back");
    count(repaired, quality.tooDeep(), "calls nested too deep");
    count(repaired, quality.unlistedMethods(), "methods without a name");
    count(repaired, quality.unlistedThreads(), "threads without a name");
    if (quality.compressionCut()) {
      repaired.add("the compressed file is cut off");
    }
    count(repaired, quality.truncatedBytes(), "bytes cut off at the end");
    return repaired;
  }

  private static void count(List<String> list, long count, String what) {
    if (count > 0) {
      list.add(String.format(Locale.ROOT, "%,d %s", count, what));
    }
  }

  /** How busy each thread was in each of equal spans of time: CPU time, else time in methods. */
  private static final class Activity implements CallVisitor {
    final long span;
    final double width;
    private final Map<TraceThread, long[]> byThread = new HashMap<>();
    private final long[][] busy;
    private final boolean dual;
    private final long[] lastWall;
    private final long[] lastCpu;
    private final int[] depth;

    Activity(View view) {
      int threads = view.trace().threads().size();
      long last = 1;
      for (TraceThread thread : view.trace().threads()) {
        last = Math.max(last, thread.lastWall());
      }
      span = last;
      width = (double) span / BUCKETS;
      busy = new long[threads][BUCKETS];
      for (int i = 0; i < threads; i++) {
        byThread.put(view.trace().threads().get(i), busy[i]);
      }
      dual = view.trace().info().clock() == Clock.DUAL;
      lastWall = new long[threads];
      lastCpu = new long[threads];
      depth = new int[threads];
    }

    long[] of(TraceThread thread) {
      return byThread.getOrDefault(thread, new long[0]);
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      advance(thread, wall, cpu);
      depth[thread]++;
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      advance(thread, wall, cpu);
      depth[thread]--;
    }

    private void advance(int thread, long wall, long cpu) {
      long from = lastWall[thread];
      if (depth[thread] > 0 && wall > from) {
        spread(busy[thread], from, wall, dual ? cpu - lastCpu[thread] : wall - from);
      }
      lastWall[thread] = wall;
      lastCpu[thread] = cpu;
    }

    private void spread(long[] buckets, long from, long to, long time) {
      int first = bucket(from);
      int last = bucket(to);
      for (int i = first; i <= last; i++) {
        double part = Math.min((double) to, (i + 1) * width) - Math.max((double) from, i * width);
        buckets[i] += first == last ? time : Math.round(time * part / (to - from));
      }
    }

    private int bucket(long time) {
      return (int) Math.max(0, Math.min(BUCKETS - 1, (long) (time / width)));
    }
  }
}
