package dev.dexscope.trace.read.system;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.read.common.TimeOrder;
import dev.dexscope.trace.read.sampled.Frames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The marks of the programs of a system: slices of their threads, and slices that begin on one
 * thread and may end on another, which get lanes of their own.
 */
public final class Marks {
  /** Android's mark of a frame. */
  private static final String FRAME = "Choreographer#doFrame";

  /** Slices of a process that are running, in the lane that they have. */
  private static final class Running {
    final int lane;
    int depth;

    Running(int lane) {
      this.lane = lane;
    }
  }

  /** The marks that begin or end beside the threads, in the order of the file. */
  private record Beside(long at, Mark mark) {}

  private final SystemSlices slices;
  private final SystemSlices besides;
  private final Processes processes;
  private final Frames frames;
  private final List<Beside> others = new ArrayList<>();
  private long[] times = new long[16];

  public Marks(ByteView in, SystemSlices slices, Processes processes, Frames frames) {
    this.slices = slices;
    this.processes = processes;
    this.frames = frames;
    this.besides = new SystemSlices(in, processes, new Switches());
  }

  /** Adds what a thread has written. {@code at} is its position in the file. */
  public void add(long at, long time, long tid, String text) {
    Mark mark = Mark.parse(text);
    if (mark == null) {
      return;
    }
    switch (mark.phase()) {
      case 'B' -> begin(at, time, tid, mark.pid(), mark.name());
      case 'E' -> end(at, time, tid, mark.pid());
      default -> {
        if (others.size() == times.length) {
          times = Arrays.copyOf(times, 2 * times.length);
        }
        times[others.size()] = time;
        others.add(new Beside(at, mark));
      }
    }
  }

  /** Adds the begin of a slice of a thread. */
  public void begin(long at, long time, long tid, long pid, String name) {
    processes.thread(tid, pid);
    slices.marked();
    if (tid == pid && name.equals(FRAME)) {
      slices.frame(pid);
    }
    slices.enter(at, slices.thread(tid), frames.of(name), time, -1);
  }

  /** Adds the end of one. */
  public void end(long at, long time, long tid, long pid) {
    processes.thread(tid, pid);
    slices.exit(at, slices.thread(tid), false, time, -1);
  }

  /**
   * Returns the slices that are not those of a thread. Those of a track that run at the same time
   * have a lane each.
   */
  public SystemSlices besides() {
    Map<String, Running> running = new HashMap<>();
    Map<String, List<Running>> lanes = new HashMap<>();
    for (int i : TimeOrder.of(times, others.size())) {
      Mark mark = others.get(i).mark();
      long at = others.get(i).at();
      String track = mark.pid() + "|" + mark.track();
      String key = track + "|" + mark.cookie();
      Running known = running.get(key);
      boolean isOfTrack = mark.phase() == 'G';
      if (mark.phase() == 'S' || isOfTrack) {
        // A second begin of the same is a mistake of programs, unless it has a track.
        if (known == null || isOfTrack) {
          Running lane = known != null ? known : free(track, mark, lanes);
          running.put(key, lane);
          lane.depth++;
          besides.enter(at, lane.lane, frames.of(mark.name()), times[i], -1);
        }
      } else if (known != null) {
        besides.exit(at, known.lane, false, times[i], -1);
        known.depth--;
        if (known.depth == 0) {
          running.remove(key);
        }
      }
    }
    others.clear();
    return besides;
  }

  private Running free(String track, Mark mark, Map<String, List<Running>> lanes) {
    List<Running> all = lanes.computeIfAbsent(track, _ -> new ArrayList<>());
    for (Running each : all) {
      if (each.depth == 0) {
        return each;
      }
    }
    String number = all.isEmpty() ? "" : " " + (all.size() + 1);
    String name = processes.nameOfProcess(mark.pid()) + "/" + mark.track() + number;
    var lane = new Running(besides.lane(name));
    all.add(lane);
    return lane;
  }

  /** Returns whether there are slices that are not those of a thread. */
  public boolean hasBesides() {
    return !others.isEmpty();
  }
}
