package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.trace.read.common.CutFormat;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.Kinds;
import dev.dexscope.trace.read.system.Marks;
import dev.dexscope.trace.read.system.Processes;
import dev.dexscope.trace.read.system.Switches;
import dev.dexscope.trace.read.system.SystemSlices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of a Perfetto trace that have stacks: slices of the programs' marks, of track events
 * and of the frame timeline, sampled callstacks, and allocations. Field numbers are those of
 * protos/perfetto/trace/trace_packet.proto.
 *
 * <p>The file is gone through twice: what relates clocks, and what describes tracks, may stand
 * behind what needs it.
 */
public final class PerfettoFile {
  private static final String SLICES = "slices";
  private static final String ASYNC = "async";

  /** Fields of a packet. */
  private static final int FTRACE_EVENTS = 1;

  private static final int PROCESS_TREE = 2;
  private static final int TIMESTAMP = 8;
  private static final int SEQUENCE_ID = 10;
  private static final int TRACK_EVENT = 11;
  private static final int INTERNED_DATA = 12;
  private static final int SEQUENCE_FLAGS = 13;
  private static final int STATE_CLEARED_FLAG = 41;
  private static final int PREVIOUS_DROPPED = 42;
  private static final int PROFILE_PACKET = 37;
  private static final int THREAD_DESCRIPTOR = 44;
  private static final int STREAMING_PROFILE = 54;
  private static final int HEAP_GRAPH = 56;
  private static final int CLOCK_ID = 58;
  private static final int DEFAULTS = 59;
  private static final int TRACK_DESCRIPTOR = 60;
  private static final int PERF_SAMPLE = 66;
  private static final int FRAME_TIMELINE = 76;
  private static final int STACK_SAMPLE = 135;

  private final ByteView in;
  private final Packets packets;
  private final ThreadTable threads;
  private final Processes processes = new Processes();
  private final Switches switches = new Switches();
  private final PacketClocks clocks = new PacketClocks();
  private final Map<Long, Sequence> sequences = new HashMap<>();
  private final SystemSlices slices;
  private final Marks marks;
  private final Ftrace ftrace;
  private final TrackEvents events;
  private final Frames frames;
  private final FrameTimeline timeline;
  private final Callstacks callstacks;
  private final CallstackSamples samples;
  private final HeapProfiles heaps;
  private long lost;
  private boolean hasHeapGraph;

  private PerfettoFile(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.frames = new Frames(methods);
    this.packets = new Packets(in);
    this.slices = new SystemSlices(in, processes, switches);
    this.marks = new Marks(in, slices, processes, frames);
    this.ftrace = new Ftrace(in, marks, switches, processes);
    this.events = new TrackEvents(in, processes, slices, frames);
    this.timeline = new FrameTimeline(in);
    this.callstacks = new Callstacks(methods, frames, processes);
    this.samples = new CallstackSamples(in, processes, callstacks);
    this.heaps = new HeapProfiles(in, processes, callstacks);
  }

  /** Returns whether the file begins with a packet. */
  public static boolean isAt(ByteView in) {
    return Packets.isAt(in);
  }

  /**
   * Reads a file whole.
   *
   * @param asked {@code slices}, {@code samples}, the name of another timebase, {@code heap},
   *     {@code alloc} or {@code async}; empty for the first in the file
   */
  public static TraceFormat read(
      ByteView in, ThreadTable threads, MethodIds methods, String asked) {
    return new PerfettoFile(in, threads, methods).read(asked);
  }

  private TraceFormat read(String asked) {
    packets.forEach(this::survey);
    packets.forEach(this::packet);
    long endless = timeline.addTo(slices, processes, frames);
    List<String> kinds = new ArrayList<>();
    if (slices.size() > 0) {
      kinds.add(SLICES);
    }
    kinds.addAll(samples.kinds());
    if (!heaps.isEmpty()) {
      kinds.add(HeapProfiles.LIVE);
      kinds.add(HeapProfiles.ALLOCATED);
    }
    if (marks.hasBesides()) {
      kinds.add(ASYNC);
    }
    if (kinds.isEmpty()) {
      throw in.fault(
          0,
          hasHeapGraph
              ? "is a heap graph of Perfetto, which dexscope heap reads"
              : "is a Perfetto trace without slices, sampled callstacks and heap profiles");
    }
    String kind = kinds.get(Kinds.choose(in, asked, kinds, 0));
    Map<String, String> keys = Kinds.keys(kinds, kind);
    if (lost > 0) {
      keys.put("packets-not-understood", Long.toString(lost));
    }
    if (endless > 0) {
      keys.put("frames-without-end", Long.toString(endless));
    }
    TraceFormat format = format(kind, keys);
    return packets.cutBytes() > 0 ? new CutFormat(format, packets.cutBytes()) : format;
  }

  private TraceFormat format(String kind, Map<String, String> keys) {
    return switch (kind) {
      case SLICES -> slices.format("Perfetto slices", threads, keys);
      case ASYNC -> marks.besides().format("Perfetto async slices", threads, keys);
      case HeapProfiles.LIVE, HeapProfiles.ALLOCATED -> heaps.format(kind, threads, keys);
      default -> samples.format(kind, threads, keys);
    };
  }

  private void survey(ByteView packet) {
    long sequence = 0;
    ByteView snapshot = null;
    var fields = new ProtoReader(packet);
    while (fields.next()) {
      boolean isMessage = fields.wireType() == ProtoReader.LENGTH;
      switch (fields.number()) {
        case SEQUENCE_ID -> sequence = isMessage ? 0 : ProtoReader.varint(fields.value());
        case PacketClocks.SNAPSHOT -> snapshot = isMessage ? fields.value() : null;
        case TRACK_DESCRIPTOR -> events.describe(new ProtoMessage(fields.value()));
        default -> {
          if (isMessage) {
            callstacks.survey(fields.number(), fields.value());
          }
        }
      }
    }
    if (snapshot != null) {
      clocks.survey(sequence, snapshot);
    }
  }

  /** The parts of a packet that count, whose order in it is free. */
  private void packet(ByteView packet) {
    long sequenceId = 0;
    long time = Long.MIN_VALUE;
    long clock = 0;
    long flags = 0;
    boolean dropped = false;
    ByteView interned = null;
    ByteView defaults = null;
    ByteView thread = null;
    ByteView track = null;
    ByteView snapshot = null;
    ByteView content = null;
    int kind = 0;
    var fields = new ProtoReader(packet);
    while (fields.next()) {
      ByteView value = fields.value();
      if (fields.wireType() == ProtoReader.VARINT) {
        long number = ProtoReader.varint(value);
        switch (fields.number()) {
          case TIMESTAMP -> time = number;
          case SEQUENCE_ID -> sequenceId = number;
          case SEQUENCE_FLAGS -> flags |= number;
          case STATE_CLEARED_FLAG -> flags |= number & 1;
          case PREVIOUS_DROPPED -> dropped = number != 0;
          case CLOCK_ID -> clock = number;
          default -> {}
        }
      } else if (fields.wireType() == ProtoReader.LENGTH) {
        switch (fields.number()) {
          case INTERNED_DATA -> interned = value;
          case DEFAULTS -> defaults = value;
          case THREAD_DESCRIPTOR -> thread = value;
          case TRACK_DESCRIPTOR -> track = value;
          case PacketClocks.SNAPSHOT -> snapshot = value;
          case HEAP_GRAPH -> hasHeapGraph = true;
          case FTRACE_EVENTS,
              PROCESS_TREE,
              TRACK_EVENT,
              PROFILE_PACKET,
              STREAMING_PROFILE,
              PERF_SAMPLE,
              STACK_SAMPLE,
              FRAME_TIMELINE -> {
            kind = fields.number();
            content = value;
          }
          default -> {}
        }
      }
    }
    Sequence sequence = sequences.computeIfAbsent(sequenceId, Sequence::new);
    boolean isUnderstood = sequence.take(flags, dropped, defaults);
    if (snapshot != null) {
      clocks.begin(sequence, snapshot);
    }
    if (interned != null && isUnderstood) {
      sequence.intern(new ProtoMessage(interned), callstacks);
    }
    if (track != null) {
      TrackEvents.track(new ProtoMessage(track), sequence);
    }
    if (thread != null) {
      events.thread(new ProtoMessage(thread), sequence);
    }
    if (time != Long.MIN_VALUE) {
      sequence.time = clocks.traceTime(sequence, clock, time);
    }
    if (content == null) {
      return;
    }
    if (!isUnderstood) {
      lost++;
      return;
    }
    switch (kind) {
      case FTRACE_EVENTS -> ftrace.bundle(content);
      case PROCESS_TREE -> Ftrace.tree(content, processes);
      case TRACK_EVENT -> events.event(content, sequence);
      case PROFILE_PACKET -> heaps.packet(content, sequence);
      case FRAME_TIMELINE -> timeline.event(content, sequence.time);
      case STREAMING_PROFILE -> samples.streaming(content, sequence);
      case STACK_SAMPLE -> samples.stack(content, sequence);
      default -> samples.perf(content, sequence);
    }
  }
}
