package dev.dexscope.trace.read.system;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.RecordedCalls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The slices of a system, as the file lists them: each processor and each program for itself, so
 * they are put into the order of time. The CPU time of threads comes from the scheduler where its
 * switches are recorded.
 */
public final class SystemSlices {
  private final RecordedCalls calls;
  private final Switches switches;
  private final Processes processes;
  private final Map<Long, Integer> laneOf = new HashMap<>();
  private final List<Long> tids = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Map<Long, Integer> framesOf = new HashMap<>();
  private boolean hasCpu;
  private boolean hasMarks;

  public SystemSlices(ByteView in, Processes processes, Switches switches) {
    this.calls = new RecordedCalls(in);
    this.processes = processes;
    this.switches = switches;
  }

  /** Returns the number of the lane of a thread. */
  public int thread(long tid) {
    return laneOf.computeIfAbsent(tid, _ -> lane(tid, ""));
  }

  /** Returns the number of a new lane that is no thread. */
  public int lane(String name) {
    return lane(-1 - tids.size(), name);
  }

  private int lane(long tid, String name) {
    tids.add(tid);
    names.add(name);
    return tids.size() - 1;
  }

  /** Adds a begin. {@code at} is its position in the file, {@code cpu} negative if unknown. */
  public void enter(long at, int lane, int method, long wall, long cpu) {
    hasCpu |= cpu >= 0;
    calls.enter(at, lane, method, wall, cpu);
  }

  /** Adds an end of what runs in the lane. */
  public void exit(long at, int lane, boolean exception, long wall, long cpu) {
    hasCpu |= cpu >= 0;
    calls.exitInnermost(at, lane, exception, wall, cpu);
  }

  /** Records that some slices are no calls: programs have marked what they wanted. */
  public void marked() {
    hasMarks = true;
  }

  /** Records a frame of a process. */
  public void frame(long pid) {
    framesOf.merge(pid, 1, Integer::sum);
  }

  /** Returns the number of begins and ends. */
  public int size() {
    return calls.size();
  }

  /** Returns the profile that they are; its threads are named in a table. */
  public TraceFormat format(String format, ThreadTable threads, Map<String, String> keys) {
    Set<Long> pids = new LinkedHashSet<>();
    tids.forEach(tid -> pids.add(tid < 0 ? -1 : processes.processOf(tid)));
    pids.remove(-1L);
    RecordedCalls sorted = calls.byTime(new Placing(threads, pids.size() > 1));
    Clock clock = hasCpu || !switches.isEmpty() ? Clock.DUAL : Clock.WALL;
    Map<String, String> all = new LinkedHashMap<>(keys);
    if (hasMarks) {
      all.put(TraceInfo.MARKS, "atrace");
    }
    return sorted.format(format, clock, app(pids), hasMarks, all);
  }

  /** Returns the only process, or the one that drew the most frames: the app in front. */
  private long app(Set<Long> pids) {
    if (pids.size() == 1) {
      return pids.iterator().next();
    }
    return framesOf.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(-1L);
  }

  /** Names the threads of lanes when they are met, and takes CPU times where they are known. */
  private final class Placing implements RecordedCalls.Placing {
    private final ThreadTable threads;
    private final boolean isOfSeveral;
    private final Switches.CpuTimes times = switches.times(tids);
    private final int[] numbers = new int[tids.size()];
    private final long[] lastCpu = new long[tids.size()];

    Placing(ThreadTable threads, boolean isOfSeveral) {
      this.threads = threads;
      this.isOfSeveral = isOfSeveral;
      Arrays.fill(numbers, -1);
    }

    @Override
    public int thread(int lane) {
      if (numbers[lane] < 0) {
        long tid = tids.get(lane);
        threads.name(tid, tid < 0 ? names.get(lane) : processes.name(tid, isOfSeveral));
        numbers[lane] = threads.indexOf(tid);
      }
      return numbers[lane];
    }

    @Override
    public long cpu(int lane, long wall, long cpu) {
      if (!switches.isEmpty()) {
        lastCpu[lane] = times.at(wall, tids.get(lane));
      } else if (cpu >= 0) {
        lastCpu[lane] = cpu;
      }
      return lastCpu[lane];
    }
  }
}
