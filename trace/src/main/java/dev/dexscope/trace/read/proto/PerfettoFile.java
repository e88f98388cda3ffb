package dev.dexscope.trace.read.proto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.Kinds;
import dev.dexscope.trace.read.sampled.RecordedCalls;
import dev.dexscope.trace.read.sampled.SampledProfile;
import dev.dexscope.trace.read.sampled.Samples;
import dev.dexscope.trace.read.sampled.Stacks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a Perfetto trace that have stacks: slices of track events, and sampled callstacks of
 * {@code traced_perf} and of Chrome's stack sampler. Field numbers are those of
 * protos/perfetto/trace/trace_packet.proto, track_event/*.proto and profiling/*.proto.
 */
public final class PerfettoFile {
  private static final int PACKET = 1;

  private static final String SLICES = "slices";
  private static final String SAMPLES = "samples";

  /** Fields of a packet. */
  private static final int TIMESTAMP = 8;

  private static final int SEQUENCE_ID = 10;
  private static final int TRACK_EVENT = 11;
  private static final int INTERNED_DATA = 12;
  private static final int SEQUENCE_FLAGS = 13;
  private static final int STATE_CLEARED_FLAG = 41;
  private static final int THREAD_DESCRIPTOR = 44;
  private static final int STREAMING_PROFILE = 54;
  private static final int DEFAULTS = 59;
  private static final int TRACK_DESCRIPTOR = 60;
  private static final int PERF_SAMPLE = 66;

  /** The maximum weight of a sample of Chrome's sampler: it stops while nothing runs. */
  private static final long LONGEST_MICROS = 100_000;

  private static final int SLICE_BEGIN = 1;
  private static final int SLICE_END = 2;

  private final ByteView in;
  private final ThreadTable threads;
  private final Frames frames;
  private final String asked;
  private final Stacks stacks = new Stacks();
  private final Samples samples;
  private final RecordedCalls calls;
  private final Map<Long, Sequence> sequences = new HashMap<>();
  private final Map<Long, Track> tracks = new HashMap<>();
  private final Map<Long, Long> lastSample = new HashMap<>();
  private long pid = -1;
  private boolean hasCpu;
  private long unsampled;

  /** Data that a producer has sent ahead, to be referred to by numbers. */
  private static final class Sequence {
    final Map<Long, String> eventNames = new HashMap<>();
    final Map<Long, String> functions = new HashMap<>();
    final Map<Long, String> paths = new HashMap<>();
    final Map<Long, Long> mappings = new HashMap<>();
    final Map<Long, Integer> frames = new HashMap<>();
    final Map<Long, Integer> callstacks = new HashMap<>();
    long track;
    long tid;
    long time;

    /** The requested period of perf samples; 0 if unknown. */
    long period;

    void clear() {
      eventNames.clear();
      functions.clear();
      paths.clear();
      mappings.clear();
      frames.clear();
      callstacks.clear();
    }
  }

  /** The state of a track. */
  private static final class Track {
    final int thread;
    long cpu;

    Track(int thread) {
      this.thread = thread;
    }
  }

  private PerfettoFile(ByteView in, ThreadTable threads, MethodIds methods, String asked) {
    this.in = in;
    this.threads = threads;
    this.frames = new Frames(methods);
    this.samples = new Samples(in, stacks);
    this.calls = new RecordedCalls(in);
    this.asked = asked;
  }

  /** Returns whether the file begins with a packet. */
  public static boolean isAt(ByteView in) {
    return in.has(0, 3) && in.u1(0) == (PACKET << 3 | ProtoReader.LENGTH);
  }

  /**
   * Reads a file whole.
   *
   * @param asked {@code slices} or {@code samples}; empty for those in the file
   */
  public static TraceFormat read(
      ByteView in, ThreadTable threads, MethodIds methods, String asked) {
    return new PerfettoFile(in, threads, methods, asked).read();
  }

  private TraceFormat read() {
    var packets = new ProtoReader(in);
    while (packets.next()) {
      if (packets.number() == PACKET && packets.wireType() == ProtoReader.LENGTH) {
        packet(packets.value());
      }
    }
    List<String> kinds = new ArrayList<>();
    if (calls.size() > 0) {
      kinds.add(SLICES);
    }
    if (samples.size() > 0) {
      kinds.add(SAMPLES);
    }
    if (kinds.isEmpty()) {
      throw in.fault(0, "is a Perfetto trace without slices and without sampled callstacks");
    }
    if (kinds.get(Kinds.choose(in, asked, kinds, 0)).equals(SLICES)) {
      return calls.format("Perfetto slices", hasCpu ? Clock.DUAL : Clock.WALL, pid, Map.of());
    }
    Map<String, String> keys =
        unsampled == 0 ? Map.of() : Map.of("samples-without-stack", Long.toString(unsampled));
    var facts = new SampledProfile.Facts("Perfetto samples", 1, Clock.THREAD_CPU, 0, "", pid, keys);
    return new SampledProfile(in, samples, Samples.Placing.JITTER, facts);
  }

  /** The parts of a packet that count, whose order in it is free. */
  private void packet(ByteView packet) {
    long sequenceId = 0;
    long time = Long.MIN_VALUE;
    boolean clears = false;
    ByteView interned = null;
    ByteView event = null;
    ByteView streaming = null;
    ByteView perf = null;
    ByteView defaults = null;
    ByteView thread = null;
    var fields = new ProtoReader(packet);
    while (fields.next()) {
      boolean isMessage = fields.wireType() == ProtoReader.LENGTH;
      switch (fields.number()) {
        case TIMESTAMP -> time = isMessage ? time : ProtoReader.varint(fields.value());
        case SEQUENCE_ID -> sequenceId = isMessage ? 0 : ProtoReader.varint(fields.value());
        case SEQUENCE_FLAGS ->
            clears |= !isMessage && (ProtoReader.varint(fields.value()) & 1) != 0;
        case STATE_CLEARED_FLAG -> clears = true;
        case INTERNED_DATA -> interned = fields.value();
        case TRACK_EVENT -> event = fields.value();
        case STREAMING_PROFILE -> streaming = fields.value();
        case PERF_SAMPLE -> perf = fields.value();
        case DEFAULTS -> defaults = fields.value();
        case THREAD_DESCRIPTOR -> thread = fields.value();
        case TRACK_DESCRIPTOR -> track(new Message(fields.value()));
        default -> {}
      }
    }
    Sequence sequence = sequences.computeIfAbsent(sequenceId, _ -> new Sequence());
    if (clears) {
      sequence.clear();
    }
    if (interned != null) {
      intern(interned, sequence);
    }
    if (defaults != null) {
      sequence.track = defaultTrack(defaults);
      sequence.period = period(defaults);
    }
    if (thread != null) {
      thread(thread, sequence);
    }
    if (time != Long.MIN_VALUE) {
      sequence.time = time;
    }
    if (event != null) {
      slice(event, sequence);
    }
    if (streaming != null) {
      streaming(streaming, sequence);
    }
    if (perf != null) {
      perfSample(perf, sequence);
    }
  }

  private void track(Message descriptor) {
    ByteView thread = part(descriptor.bytes(), 4);
    long uuid = descriptor.number(1);
    if (tracks.containsKey(uuid)) {
      return;
    }
    if (thread != null) {
      Message of = new Message(thread);
      pid = of.number(1);
      tracks.put(uuid, new Track(thread(of.number(2), of.text(5))));
    } else if (!descriptor.text(2).isEmpty()) {
      tracks.put(uuid, new Track(thread(uuid, descriptor.text(2))));
    }
  }

  private int thread(long tid, String name) {
    name(tid, name);
    return threads.indexOf(tid);
  }

  private void name(long tid, String name) {
    if (!name.isEmpty()) {
      threads.name(tid, name);
    }
  }

  private void thread(ByteView descriptor, Sequence sequence) {
    Message of = new Message(descriptor);
    pid = of.number(1);
    sequence.tid = of.number(2);
    name(sequence.tid, of.text(5));
  }

  private static long defaultTrack(ByteView defaults) {
    ByteView event = part(defaults, TRACK_EVENT);
    return event == null ? 0 : new Message(event).number(11);
  }

  /** Returns one second divided by the requested frequency of perf samples. */
  private static long period(ByteView defaults) {
    ByteView perf = part(defaults, 12);
    ByteView timebase = perf == null ? null : part(perf, 1);
    long frequency = timebase == null ? 0 : new Message(timebase).number(2);
    return frequency > 0 ? 1_000_000_000 / frequency : 0;
  }

  private static @Nullable ByteView part(ByteView message, int field) {
    ByteView part = null;
    var fields = new ProtoReader(message);
    while (fields.next()) {
      if (fields.number() == field && fields.wireType() == ProtoReader.LENGTH) {
        part = fields.value();
      }
    }
    return part;
  }

  private void intern(ByteView data, Sequence sequence) {
    var fields = new ProtoReader(data);
    while (fields.next()) {
      if (fields.wireType() != ProtoReader.LENGTH) {
        continue;
      }
      Message entry = new Message(fields.value());
      switch (fields.number()) {
        case 2 -> sequence.eventNames.put(entry.number(1), entry.text(2));
        case 5 -> sequence.functions.put(entry.number(1), entry.text(2));
        case 17 -> sequence.paths.put(entry.number(1), entry.text(2));
        case 19 -> mapping(entry, sequence);
        case 6 -> sequence.frames.put(entry.number(1), frame(entry, sequence));
        case 7 -> callstack(entry, sequence);
        default -> {}
      }
    }
  }

  /** Reads a mapping, whose path is in parts, of which the last is the file. */
  private static void mapping(Message mapping, Sequence sequence) {
    var parts = new Varints();
    var fields = new ProtoReader(mapping.bytes());
    while (fields.next()) {
      if (fields.number() == 7) {
        parts.add(fields);
      }
    }
    if (parts.size() > 0) {
      sequence.mappings.put(mapping.number(1), parts.get(parts.size() - 1));
    }
  }

  private int frame(Message frame, Sequence sequence) {
    String function = sequence.functions.getOrDefault(frame.number(2), "");
    long mapped = sequence.mappings.getOrDefault(frame.number(3), 0L);
    String path = sequence.paths.getOrDefault(mapped, "");
    String file = path.substring(path.lastIndexOf('/') + 1);
    return function.isEmpty()
        ? frames.of(file, "+0x" + Long.toHexString(frame.number(4)), "")
        : frames.inLibrary(file, function);
  }

  private void callstack(Message callstack, Sequence sequence) {
    var ids = new Varints();
    var fields = new ProtoReader(callstack.bytes());
    while (fields.next()) {
      if (fields.number() == 2) {
        ids.add(fields);
      }
    }
    int stack = Stacks.EMPTY;
    for (int i = 0; i < ids.size(); i++) {
      Integer frame = sequence.frames.get(ids.get(i));
      if (frame == null) {
        throw callstack.bytes().fault(0, "no frame " + ids.get(i));
      }
      stack = stacks.of(stack, frame);
    }
    sequence.callstacks.put(callstack.number(1), stack);
  }

  private void slice(ByteView event, Sequence sequence) {
    long type = 0;
    long uuid = sequence.track;
    long nameId = 0;
    String name = "";
    long cpu = -1;
    boolean thrown = false;
    var fields = new ProtoReader(event);
    while (fields.next()) {
      switch (fields.number()) {
        case 9 -> type = ProtoReader.varint(fields.value());
        case 10 -> nameId = ProtoReader.varint(fields.value());
        case 11 -> uuid = ProtoReader.varint(fields.value());
        case 12 -> cpu = firstNumber(fields);
        case 23 -> name = Message.text(fields.value());
        case 4 -> thrown |= new Message(fields.value()).text(10).equals("exception");
        default -> {}
      }
    }
    if (type != SLICE_BEGIN && type != SLICE_END) {
      return;
    }
    Track track = trackOf(uuid, sequence);
    if (cpu >= 0) {
      hasCpu = true;
      track.cpu = cpu;
    }
    long at = event.start() - in.start();
    if (type == SLICE_END) {
      calls.exitInnermost(at, track.thread, thrown, sequence.time, track.cpu);
      return;
    }
    if (name.isEmpty()) {
      name = sequence.eventNames.getOrDefault(nameId, "slice " + nameId);
    }
    calls.enter(at, track.thread, frames.of(name), sequence.time, track.cpu);
  }

  private static long firstNumber(ProtoReader field) {
    var numbers = new Varints();
    numbers.add(field);
    return numbers.size() == 0 ? -1 : numbers.get(0);
  }

  /** A track without a descriptor is the sequence's thread, or one that is named by its number. */
  private Track trackOf(long uuid, Sequence sequence) {
    Track known = tracks.get(uuid);
    if (known == null) {
      boolean own = uuid == 0 && sequence.tid != 0;
      known = new Track(own ? threads.indexOf(sequence.tid) : thread(uuid, "track " + uuid));
      if (!own) {
        tracks.put(uuid, known);
      }
    }
    return known;
  }

  private void streaming(ByteView profile, Sequence sequence) {
    var stackIds = new Varints();
    var deltas = new Varints();
    var fields = new ProtoReader(profile);
    while (fields.next()) {
      switch (fields.number()) {
        case 1 -> stackIds.add(fields);
        case 2 -> deltas.add(fields);
        default -> {}
      }
    }
    int thread = threads.indexOf(sequence.tid);
    for (int i = 0; i < stackIds.size(); i++) {
      long micros = i < deltas.size() ? Math.clamp(deltas.get(i), 0, LONGEST_MICROS) : 0;
      sequence.time += (i < deltas.size() ? deltas.get(i) : 0) * 1000;
      sample(profile, thread, stackIds.get(i), sequence, micros * 1000);
    }
  }

  private void perfSample(ByteView sample, Sequence sequence) {
    Message of = new Message(sample);
    if (of.number(4) == 0) {
      unsampled++;
      return;
    }
    long tid = of.number(3);
    pid = of.number(2);
    long last = lastSample.getOrDefault(tid, sequence.time);
    lastSample.put(tid, sequence.time);
    long weight =
        sequence.period > 0
            ? sequence.period
            : Math.clamp(sequence.time - last, 0, LONGEST_MICROS * 1000);
    sample(sample, threads.indexOf(tid), of.number(4), sequence, weight);
  }

  private void sample(ByteView at, int thread, long stackId, Sequence sequence, long weight) {
    Integer stack = sequence.callstacks.get(stackId);
    if (stack == null) {
      throw at.fault(0, "no callstack " + stackId);
    }
    samples.add(at.start() - in.start(), thread, stack, sequence.time - weight, weight);
  }
}
