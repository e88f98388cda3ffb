package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.SampledProfile;
import dev.dexscope.trace.read.sampled.Samples;
import dev.dexscope.trace.read.sampled.Stacks;
import dev.dexscope.trace.read.system.Processes;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Sampled callstacks: of {@code traced_perf}, and of Chrome's stack sampler. */
final class CallstackSamples {
  /** The maximum weight of a sample of Chrome's sampler: it stops while nothing runs. */
  private static final long LONGEST_MICROS = 100_000;

  private final ByteView in;
  private final Processes processes;
  private final Samples samples;
  private final Map<Long, Integer> numberOf = new HashMap<>();
  private final Map<Long, Long> last = new HashMap<>();
  private long unsampled;

  CallstackSamples(ByteView in, Processes processes, Stacks stacks) {
    this.in = in;
    this.processes = processes;
    this.samples = new Samples(in, stacks);
  }

  int size() {
    return samples.size();
  }

  void streaming(ByteView profile, Sequence sequence) {
    ProtoMessage of = new ProtoMessage(profile);
    ProtoNumbers stackIds = of.numbers(1);
    ProtoNumbers deltas = of.numbers(2);
    for (int i = 0; i < stackIds.size(); i++) {
      long micros = i < deltas.size() ? Math.clamp(deltas.get(i), 0, LONGEST_MICROS) : 0;
      sequence.time += (i < deltas.size() ? deltas.get(i) : 0) * 1000;
      sample(profile, sequence.tid, stackIds.get(i), sequence, micros * 1000);
    }
  }

  void perf(ByteView sample, Sequence sequence) {
    ProtoMessage of = new ProtoMessage(sample);
    if (of.number(4) == 0) {
      unsampled++;
      return;
    }
    long tid = of.number(3);
    processes.thread(tid, of.number(2));
    long before = last.getOrDefault(tid, sequence.time);
    last.put(tid, sequence.time);
    long weight =
        sequence.period > 0
            ? sequence.period
            : Math.clamp(sequence.time - before, 0, LONGEST_MICROS * 1000);
    sample(sample, tid, of.number(4), sequence, weight);
  }

  private void sample(ByteView at, long tid, long stackId, Sequence sequence, long weight) {
    Integer stack = sequence.callstacks.get(stackId);
    if (stack == null) {
      throw at.fault(0, "no callstack " + stackId);
    }
    int thread = numberOf.computeIfAbsent(tid, _ -> numberOf.size());
    samples.add(at.start() - in.start(), thread, stack, sequence.time - weight, weight);
  }

  /** Returns the profile that they are; its threads are named in a table. */
  TraceFormat format(ThreadTable threads, Map<String, String> keys) {
    Set<Long> pids = new LinkedHashSet<>();
    numberOf.keySet().forEach(tid -> pids.add(processes.processOf(tid)));
    numberOf.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .forEach(
            each -> threads.name(each.getKey(), processes.name(each.getKey(), pids.size() > 1)));
    if (unsampled > 0) {
      keys.put("samples-without-stack", Long.toString(unsampled));
    }
    long pid = pids.size() == 1 ? pids.iterator().next() : -1;
    var facts = new SampledProfile.Facts("Perfetto samples", 1, Clock.THREAD_CPU, 0, "", pid, keys);
    return new SampledProfile(in, samples, Samples.Placing.JITTER, facts);
  }
}
