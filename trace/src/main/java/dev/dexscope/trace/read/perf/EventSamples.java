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
 * Samples of one event. Those of clocks are weighted in nanoseconds and placed at their times;
 * counts of other events are not times, and are stored as nanoseconds.
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

  /** Adds another property. */
  void key(String name, String value) {
    if (!value.isEmpty()) {
      keys.put(name, value);
    }
  }

  /** Adds a sample, taken after so many events since the previous one. */
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
