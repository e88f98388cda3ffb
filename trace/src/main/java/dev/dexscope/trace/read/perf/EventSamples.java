package dev.dexscope.trace.read.perf;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.SampledProfile;
import dev.dexscope.trace.read.sampled.Samples;
import dev.dexscope.trace.read.sampled.Stacks;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Samples of one event. Those of clocks weigh nanoseconds and stand where they were taken; what
 * other events count is no time, and is kept as it is: as many nanoseconds.
 */
final class EventSamples {
  private static final long NONE = -1;
  private static final long SEVERAL = -2;

  private final ByteView in;
  private final boolean isClock;
  private final String event;
  private final Stacks stacks = new Stacks();
  private final Samples samples;
  private final Map<String, String> keys = new LinkedHashMap<>();
  private long pid = NONE;

  EventSamples(ByteView in, String event) {
    this.in = in;
    this.event = event;
    this.isClock = event.startsWith("cpu-clock") || event.startsWith("task-clock");
    this.samples = new Samples(in, stacks);
    key("event", event);
    key("weights", isClock ? "" : event);
  }

  Stacks stacks() {
    return stacks;
  }

  /** Adds what is known beside the samples. */
  void key(String name, String value) {
    if (!value.isEmpty()) {
      keys.put(name, value);
    }
  }

  /** Adds a sample that was taken when so much had happened since the one before. */
  void add(long at, int thread, long ofProcess, int stack, long time, long count) {
    if (count < 0) {
      throw in.fault(at, "a sample of " + Long.toUnsignedString(count) + " events");
    }
    pid = pid == NONE || pid == ofProcess ? ofProcess : SEVERAL;
    samples.add(at, thread, stack, isClock ? time - count : 0, count);
  }

  /** The profile that they are. */
  TraceFormat profile(String format, String vm) {
    if (samples.size() == 0) {
      throw in.fault(0, "holds no samples of " + event);
    }
    var facts =
        new SampledProfile.Facts(format, 1, Clock.THREAD_CPU, 0, vm, Math.max(NONE, pid), keys);
    var placing = isClock ? Samples.Placing.JITTER : Samples.Placing.BEHIND;
    return new SampledProfile(in, samples, placing, facts);
  }
}
