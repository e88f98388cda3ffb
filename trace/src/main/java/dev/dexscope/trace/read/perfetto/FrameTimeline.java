package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.system.Processes;
import dev.dexscope.trace.read.system.SystemSlices;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The frames of apps and of the display, as the compositor expected them and as they were, with its
 * reasons for jank. They get lanes of their own beside the threads. Field numbers and the bits of
 * reasons are those of FrameTimelineEvent in
 * protos/third_party/android/frameworks/native/tracing/frameworks_native_trace_packet.proto.
 */
final class FrameTimeline {
  private static final int END = 5;
  private static final int EXPIRED = 2;

  /** How a frame came to the screen, by the numbers of {@code PresentType}. */
  private static final List<String> PRESENT =
      List.of("unknown", "on time", "late", "early", "dropped", "unknown");

  /**
   * The reasons by their bits, in the words of Perfetto; the lowest bit means that there is none.
   */
  private static final List<String> JANK =
      List.of(
          "",
          "SurfaceFlinger Scheduling",
          "Prediction Error",
          "Display HAL",
          "SurfaceFlinger CPU Deadline Missed",
          "SurfaceFlinger GPU Deadline Missed",
          "App Deadline Missed",
          "Buffer Stuffing",
          "Unknown Jank",
          "SurfaceFlinger Stuffing",
          "Dropped Frame",
          "Non Animating",
          "App Resynced Jitter",
          "Display not ON",
          "ModeChange in progress",
          "PowerModeChange in progress");

  /** The kinds of frames by the fields of their begins, with the fields that these have. */
  private enum Kind {
    EXPECTED_DISPLAY("DisplayFrame", "expected display frames", 3, 0, 0, 0),
    DISPLAY("DisplayFrame", "display frames", 3, 4, 7, 8),
    EXPECTED_APP("AppFrame", "expected frames", 4, 0, 0, 0),
    APP("AppFrame", "frames", 4, 6, 9, 10);

    final String className;
    final String lane;
    final int pid;
    final int present;
    final int jank;
    final int prediction;

    Kind(String className, String lane, int pid, int present, int jank, int prediction) {
      this.className = className;
      this.lane = lane;
      this.pid = pid;
      this.present = present;
      this.jank = jank;
      this.prediction = prediction;
    }

    static @Nullable Kind of(int field) {
      return field >= 1 && field <= values().length ? values()[field - 1] : null;
    }
  }

  /** What all layers of a frame have in common. */
  private record Key(Kind kind, long pid, long token) {}

  private static final class Frame {
    final Key key;
    final long at;
    final long begin;
    long end = Long.MIN_VALUE;
    long present;
    long jank;
    long prediction;

    Frame(Key key, long at, long begin) {
      this.key = key;
      this.at = at;
      this.begin = begin;
    }

    boolean hasEnd() {
      return end >= begin;
    }

    String name() {
      Kind kind = key.kind();
      if (kind.present == 0) {
        return "expected";
      }
      List<String> reasons = new ArrayList<>();
      for (int bit = 1; bit < JANK.size(); bit++) {
        if ((jank >> bit & 1) != 0) {
          reasons.add(JANK.get(bit));
        }
      }
      int shown = present >= 0 && present < PRESENT.size() ? (int) present : 0;
      return PRESENT.get(shown)
          + (reasons.isEmpty() ? "" : ": " + String.join(", ", reasons))
          + (prediction == EXPIRED ? " (prediction expired)" : "");
    }
  }

  /** A lane, and the end of its last frame. */
  private static final class Lane {
    final int number;
    long end;

    Lane(int number) {
      this.number = number;
    }
  }

  private final ByteView in;
  private final List<Frame> frames = new ArrayList<>();
  private final Map<Key, Frame> byToken = new HashMap<>();
  private final Map<Long, Frame> byCookie = new HashMap<>();

  FrameTimeline(ByteView in) {
    this.in = in;
  }

  /** Takes the begin or the end of a frame. */
  void event(ByteView event, long time) {
    var fields = new ProtoReader(event);
    while (fields.next()) {
      if (fields.wireType() != ProtoReader.LENGTH) {
        continue;
      }
      ProtoMessage message = new ProtoMessage(fields.value());
      Kind kind = Kind.of(fields.number());
      if (kind != null) {
        begin(kind, message, time);
      } else if (fields.number() == END) {
        Frame frame = byCookie.remove(message.number(1));
        if (frame != null) {
          frame.end = Math.max(frame.end, time);
        }
      }
    }
  }

  /** Each layer of a frame has a begin; a frame without a prediction has a negative token. */
  private void begin(Kind kind, ProtoMessage message, long time) {
    Key key = new Key(kind, message.number(kind.pid), message.number(2));
    Frame frame = key.token() > 0 ? byToken.get(key) : null;
    if (frame == null) {
      frame = new Frame(key, message.bytes().start() - in.start(), time);
      frames.add(frame);
      byToken.put(key, frame);
    }
    if (kind.present > 0) {
      frame.present = Math.max(frame.present, message.number(kind.present));
      frame.jank |= message.number(kind.jank);
      frame.prediction = Math.max(frame.prediction, message.number(kind.prediction));
    }
    byCookie.put(message.number(1), frame);
  }

  /** Adds the frames as slices; those that overlap have a lane each. Returns how many never end. */
  long addTo(SystemSlices slices, Processes processes, Frames methods) {
    frames.sort(Comparator.comparingLong(each -> each.begin));
    Map<Key, List<Lane>> lanes = new HashMap<>();
    long endless = 0;
    for (Frame each : frames) {
      if (!each.hasEnd()) {
        endless++;
        continue;
      }
      Kind kind = each.key.kind();
      long pid = each.key.pid();
      List<Lane> ofKind = lanes.computeIfAbsent(new Key(kind, pid, 0), _ -> new ArrayList<>());
      Lane lane = free(ofKind, each.begin);
      if (lane == null) {
        String number = ofKind.isEmpty() ? "" : " " + (ofKind.size() + 1);
        lane = new Lane(slices.lane(processes.nameOfProcess(pid) + "/" + kind.lane + number));
        ofKind.add(lane);
      }
      lane.end = each.end;
      if (kind == Kind.APP) {
        slices.frame(pid);
      }
      slices.marked();
      int method = methods.of(kind.className, each.name(), "");
      slices.enter(each.at, lane.number, method, each.begin, -1);
      slices.exit(each.at, lane.number, false, each.end, -1);
    }
    return endless;
  }

  private static @Nullable Lane free(List<Lane> lanes, long begin) {
    for (Lane each : lanes) {
      if (each.end <= begin) {
        return each;
      }
    }
    return null;
  }
}
