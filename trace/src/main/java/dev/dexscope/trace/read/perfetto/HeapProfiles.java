package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.SampledProfile;
import dev.dexscope.trace.read.sampled.Samples;
import dev.dexscope.trace.read.sampled.SourceStacks.At;
import dev.dexscope.trace.read.system.Processes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The allocations that {@code heapprofd} has sampled. A dump has the sums since the start, so that
 * the last one of a process's heap replaces those before it. Field numbers are those of
 * protos/perfetto/trace/profiling/profile_packet.proto.
 */
final class HeapProfiles {
  /** What was not freed; with the option for it, when there was most of it. */
  static final String LIVE = "heap";

  /** All that was allocated. */
  static final String ALLOCATED = "alloc";

  private static final String NATIVE = "libc.malloc";

  private final ByteView in;
  private final Processes processes;
  private final Callstacks callstacks;
  private final Map<Heap, Dump> dumps = new LinkedHashMap<>();
  private long corrupted;

  /** One of a process's heaps, by its allocator. */
  private record Heap(long pid, String name) {}

  private record Row(long at, List<At> stack, long live, long allocated) {}

  private record Dump(long time, List<Row> rows) {}

  HeapProfiles(ByteView in, Processes processes, Callstacks callstacks) {
    this.in = in;
    this.processes = processes;
    this.callstacks = callstacks;
  }

  boolean isEmpty() {
    return dumps.values().stream().allMatch(each -> each.rows().isEmpty());
  }

  /** Takes a packet; older producers have what it refers to in it. */
  void packet(ByteView profile, Sequence sequence) {
    var message = new ProtoMessage(profile);
    sequence.internOfHeap(message, callstacks);
    message.forEach(5, process -> process(process, sequence));
  }

  private void process(ProtoMessage message, Sequence sequence) {
    if (message.number(8) != 0) {
      corrupted++;
      return;
    }
    String name = message.text(11);
    var heap = new Heap(message.number(1), name.isEmpty() ? NATIVE : name);
    long time = message.number(9);
    Dump dump = dumps.get(heap);
    if (dump == null || dump.time() != time) {
      // A dump of many samples is in several packets, all of the same time.
      dump = new Dump(time, new ArrayList<>());
      dumps.put(heap, dump);
    }
    List<Row> rows = dump.rows();
    message.forEach(2, sample -> rows.add(row(sample, sequence)));
  }

  private Row row(ProtoMessage sample, Sequence sequence) {
    List<At> stack = sequence.callstacks.get(sample.number(1));
    if (stack == null) {
      throw sample.bytes().fault(0, "no callstack " + sample.number(1));
    }
    long allocated = sample.number(2);
    long most = sample.number(8);
    long live = most > 0 ? most : allocated - sample.number(3);
    if (allocated < 0 || most < 0) {
      throw sample.bytes().fault(0, "an allocation of " + Math.min(allocated, most) + " bytes");
    }
    // What was allocated before the start, and freed after it, is not a part of the heap.
    return new Row(
        sample.bytes().start() - in.start(), stack, Math.max(0, live), Math.max(allocated, most));
  }

  /** Returns the profile of a kind; its processes are named in a table of threads. */
  TraceFormat format(String kind, ThreadTable threads, Map<String, String> keys) {
    var samples = new Samples(in, callstacks.stacks());
    Callstacks.Numbered numbered = callstacks.numbered();
    boolean isOfOneProcess = dumps.keySet().stream().map(Heap::pid).distinct().count() == 1;
    int thread = 0;
    for (Map.Entry<Heap, Dump> each : dumps.entrySet()) {
      Heap heap = each.getKey();
      threads.name(-1L - thread, name(heap, isOfOneProcess));
      for (Row row : each.getValue().rows()) {
        Callstacks.Numbers stack = numbered.of(heap.pid(), row.stack());
        long weight = kind.equals(LIVE) ? row.live() : row.allocated();
        samples.add(row.at(), thread, stack.methods(), 0, weight);
        numbered.lines().add(thread, stack.lines(), weight);
      }
      thread++;
    }
    if (corrupted > 0) {
      keys.put("processes-corrupted", Long.toString(corrupted));
    }
    keys.put(TraceInfo.WEIGHTS, "bytes");
    long pid = isOfOneProcess ? dumps.keySet().iterator().next().pid() : -1;
    var facts = new SampledProfile.Facts("Perfetto heap profile", 1, Clock.WALL, 0, "", pid, keys);
    return new SampledProfile(in, samples, Samples.Placing.BEHIND, facts, numbered.lines().times());
  }

  private String name(Heap heap, boolean isOfOneProcess) {
    return isOfOneProcess ? heap.name() : processes.nameOfProcess(heap.pid()) + "/" + heap.name();
  }
}
