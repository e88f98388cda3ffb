package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.system.Processes;
import dev.dexscope.trace.read.system.SystemSlices;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Slices of track events. Field numbers are those of protos/perfetto/trace/track_event/*.proto. */
final class TrackEvents {
  private static final int SLICE_BEGIN = 1;
  private static final int SLICE_END = 2;
  private static final int THREAD_TIME = 1;

  private static final int COUNTER_VALUES = 12;
  private static final int COUNTER_IDS = 31;

  /** The times of an event in units of its own, and how many nanoseconds they are. */
  private static final int DELTA_MICROS = 1;

  private static final int CPU_DELTA_MICROS = 2;
  private static final int MICROS = 16;
  private static final int CPU_MICROS = 17;

  private final ByteView in;
  private final Processes processes;
  private final SystemSlices slices;
  private final Frames frames;
  private final Map<Long, Track> tracks = new HashMap<>();
  private final Map<Long, Counter> counters = new HashMap<>();

  /** A track, whose lane is known when it has its first slice. */
  private static final class Track {
    static final long NO_THREAD = -1;

    final long tid;
    final String name;
    int lane = -1;
    long cpu = -1;

    Track(long tid, String name) {
      this.tid = tid;
      this.name = name;
    }
  }

  /** A counter of a thread's CPU time. */
  private record Counter(boolean isIncremental, long unit) {}

  TrackEvents(ByteView in, Processes processes, SystemSlices slices, Frames frames) {
    this.in = in;
    this.processes = processes;
    this.slices = slices;
    this.frames = frames;
  }

  /** Takes a track's descriptor, which may stand behind its events. */
  void describe(ProtoMessage track) {
    long uuid = track.number(1);
    ProtoMessage process = track.part(3);
    if (process != null) {
      String name = process.text(6);
      processes.process(process.number(1), name.isEmpty() ? process.text(2) : name);
    }
    ProtoMessage counter = track.part(8);
    if (counter != null) {
      if (counter.number(1) == THREAD_TIME) {
        long unit = Math.max(1, counter.number(4));
        counters.put(uuid, new Counter(counter.number(5) != 0, unit));
      }
      return;
    }
    ProtoMessage thread = track.part(4);
    if (thread != null) {
      thread(uuid, thread);
      return;
    }
    String name = track.text(2) + track.text(10) + track.text(13);
    if (!name.isEmpty()) {
      tracks.putIfAbsent(uuid, new Track(Track.NO_THREAD, name));
    }
  }

  private void thread(long uuid, ProtoMessage thread) {
    long pid = thread.number(1);
    long tid = thread.number(2);
    String name = thread.text(5);
    long known = processes.processOf(tid);
    if (known >= 0 && known != pid) {
      // Processes that number their threads themselves, such as those of a container.
      tracks.putIfAbsent(uuid, new Track(Track.NO_THREAD, pid + "/" + tid + " " + name));
      return;
    }
    processes.thread(tid, pid);
    processes.name(tid, name);
    tracks.putIfAbsent(uuid, new Track(tid, ""));
  }

  /** Takes the thread of a sequence from the descriptor of its track. */
  static void track(ProtoMessage descriptor, Sequence sequence) {
    ProtoMessage thread = descriptor.part(4);
    if (thread != null) {
      sequence.tid = thread.number(2);
    }
  }

  /** Takes the descriptor of the thread of a sequence. */
  void thread(ProtoMessage descriptor, Sequence sequence) {
    sequence.tid = descriptor.number(2);
    processes.thread(sequence.tid, descriptor.number(1));
    processes.name(sequence.tid, descriptor.text(5));
    sequence.eventMicros = descriptor.number(6);
    sequence.eventCpuMicros = descriptor.number(7);
  }

  void event(ByteView event, Sequence sequence) {
    long type = 0;
    long uuid = sequence.track;
    long nameId = 0;
    String name = "";
    boolean thrown = false;
    ProtoMessage legacy = null;
    boolean hasCpuMicros = false;
    ProtoNumbers values = null;
    ProtoNumbers counterIds = null;
    var fields = new ProtoReader(event);
    while (fields.next()) {
      boolean isNumber = fields.wireType() == ProtoReader.VARINT;
      switch (fields.number()) {
        case 9 -> type = isNumber ? ProtoReader.varint(fields.value()) : type;
        case 10 -> nameId = isNumber ? ProtoReader.varint(fields.value()) : nameId;
        case 11 -> uuid = isNumber ? ProtoReader.varint(fields.value()) : uuid;
        case 23 -> name = ProtoMessage.text(fields.value());
        case 4 -> thrown |= new ProtoMessage(fields.value()).text(10).equals("exception");
        case 6 -> legacy = isNumber ? null : new ProtoMessage(fields.value());
        case COUNTER_VALUES -> values = added(values, fields);
        case COUNTER_IDS -> counterIds = added(counterIds, fields);
        case DELTA_MICROS, CPU_DELTA_MICROS, MICROS, CPU_MICROS -> {
          hasCpuMicros |= fields.number() == CPU_DELTA_MICROS || fields.number() == CPU_MICROS;
          time(fields.number(), isNumber ? ProtoReader.varint(fields.value()) : 0, sequence);
        }
        default -> {}
      }
    }
    long duration = 0;
    if (legacy != null && type == 0) {
      nameId = nameId == 0 ? legacy.number(1) : nameId;
      switch ((int) legacy.number(2)) {
        case 'B' -> type = SLICE_BEGIN;
        case 'E' -> type = SLICE_END;
        case 'X' -> {
          type = SLICE_BEGIN;
          duration = legacy.number(3) * 1000;
        }
        default -> {}
      }
    }
    long cpu = hasCpuMicros ? sequence.eventCpuMicros * 1000 : -1;
    if (values != null) {
      cpu = cpu(values, counterIds == null ? sequence.counters : counterIds, sequence);
    }
    if (type != SLICE_BEGIN && type != SLICE_END) {
      return;
    }
    Track track = trackOf(uuid, sequence);
    track.cpu = cpu >= 0 ? cpu : track.cpu;
    long at = event.start() - in.start();
    if (type == SLICE_END) {
      slices.exit(at, track.lane, thrown, sequence.time, track.cpu);
      return;
    }
    if (name.isEmpty()) {
      name = sequence.eventNames.getOrDefault(nameId, "slice " + nameId);
    }
    slices.enter(at, track.lane, frames.of(name), sequence.time, track.cpu);
    if (duration > 0) {
      slices.exit(at, track.lane, false, sequence.time + duration, -1);
    }
  }

  /** Takes a time in microseconds, as Chrome wrote them until 2020. */
  private static void time(int field, long micros, Sequence sequence) {
    switch (field) {
      case DELTA_MICROS -> sequence.eventMicros += micros;
      case MICROS -> {
        sequence.time = micros * 1000;
        return;
      }
      case CPU_DELTA_MICROS -> {
        sequence.eventCpuMicros += micros;
        return;
      }
      default -> {
        sequence.eventCpuMicros = micros;
        return;
      }
    }
    sequence.time = sequence.eventMicros * 1000;
  }

  private static ProtoNumbers added(@Nullable ProtoNumbers numbers, ProtoReader field) {
    ProtoNumbers all = numbers == null ? new ProtoNumbers() : numbers;
    all.add(field);
    return all;
  }

  /** Returns the thread's CPU time, if it is among the values of counters; -1 if not. */
  private long cpu(ProtoNumbers values, ProtoNumbers ids, Sequence sequence) {
    long cpu = -1;
    for (int i = 0; i < Math.min(values.size(), ids.size()); i++) {
      Counter counter = counters.get(ids.get(i));
      if (counter != null) {
        long value = values.get(i) * counter.unit();
        cpu = counter.isIncremental() ? sequence.add(-1 - ids.get(i), value) : value;
      }
    }
    return cpu;
  }

  /** A track without a descriptor is the sequence's thread, or one that is named by its number. */
  private Track trackOf(long uuid, Sequence sequence) {
    boolean isOwn = uuid == 0 && sequence.tid != 0;
    Track track =
        isOwn
            ? tracks.computeIfAbsent(-1 - sequence.tid, _ -> new Track(sequence.tid, ""))
            : tracks.computeIfAbsent(uuid, _ -> new Track(Track.NO_THREAD, "track " + uuid));
    if (track.lane < 0) {
      track.lane =
          track.tid == Track.NO_THREAD ? slices.lane(track.name) : slices.thread(track.tid);
    }
    return track;
  }
}
