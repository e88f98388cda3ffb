package dev.dexscope.trace.read.system;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TimeOrder;
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
  /** More than seventy years from 1970 or from boot: nothing happened there. */
  private static final long LATEST = 1L << 61;

  private final ByteView in;
  private final Switches switches;
  private final Processes processes;
  private final Map<Long, Integer> laneOf = new HashMap<>();
  private final List<Long> tids = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Map<Long, Integer> framesOf = new HashMap<>();
  private int[] lanes = new int[256];
  private int[] methods = new int[256];
  private byte[] actions = new byte[256];
  private long[] walls = new long[256];
  private long[] cpus = new long[256];
  private int size;
  private boolean hasCpu;
  private boolean hasMarks;

  public SystemSlices(ByteView in, Processes processes, Switches switches) {
    this.in = in;
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
    add(at, lane, method, Balancer.ENTER, wall, cpu);
  }

  /** Adds an end of what runs in the lane. */
  public void exit(long at, int lane, boolean exception, long wall, long cpu) {
    add(at, lane, 0, exception ? Balancer.UNROLL : Balancer.EXIT, wall, cpu);
  }

  /** Records that some slices are no calls: programs have marked what they wanted. */
  void marked() {
    hasMarks = true;
  }

  /** Records that the first thread of a process begins a frame. */
  void frame(long pid) {
    framesOf.merge(pid, 1, Integer::sum);
  }

  private void add(long at, int lane, int method, int action, long wall, long cpu) {
    if (Math.max(wall, cpu) > LATEST || Math.min(wall, cpu) < -LATEST) {
      throw in.fault(at, "a time of " + wall + " ns");
    }
    if (size == lanes.length) {
      lanes = Arrays.copyOf(lanes, 2 * size);
      methods = Arrays.copyOf(methods, 2 * size);
      actions = Arrays.copyOf(actions, 2 * size);
      walls = Arrays.copyOf(walls, 2 * size);
      cpus = Arrays.copyOf(cpus, 2 * size);
    }
    lanes[size] = lane;
    methods[size] = method;
    actions[size] = (byte) action;
    walls[size] = wall;
    cpus[size] = cpu;
    hasCpu |= cpu >= 0;
    size++;
  }

  /** Returns the number of begins and ends. */
  public int size() {
    return size;
  }

  /** Returns the profile that they are; its threads are named in a table. */
  public TraceFormat format(String format, ThreadTable threads, Map<String, String> keys) {
    boolean hasSwitches = !switches.isEmpty();
    Switches.CpuTimes times = switches.times(tids);
    var calls = new RecordedCalls(in);
    int[] numbers = new int[tids.size()];
    Arrays.fill(numbers, -1);
    Set<Long> pids = new LinkedHashSet<>();
    tids.forEach(tid -> pids.add(tid < 0 ? -1 : processes.processOf(tid)));
    pids.remove(-1L);
    long[] lastCpu = new long[tids.size()];
    for (int i : TimeOrder.of(walls, size)) {
      int lane = lanes[i];
      if (numbers[lane] < 0) {
        numbers[lane] = number(lane, pids.size() > 1, threads);
      }
      if (hasSwitches) {
        lastCpu[lane] = times.at(walls[i], tids.get(lane));
      } else if (cpus[i] >= 0) {
        lastCpu[lane] = cpus[i];
      }
      if (actions[i] == Balancer.ENTER) {
        calls.enter(0, numbers[lane], methods[i], walls[i], lastCpu[lane]);
      } else {
        boolean thrown = actions[i] == Balancer.UNROLL;
        calls.exitInnermost(0, numbers[lane], thrown, walls[i], lastCpu[lane]);
      }
    }
    Clock clock = hasSwitches || hasCpu ? Clock.DUAL : Clock.WALL;
    Map<String, String> all = new LinkedHashMap<>(keys);
    if (hasMarks) {
      all.put(TraceInfo.MARKS, "atrace");
    }
    return calls.format(format, clock, app(pids), hasMarks, all);
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

  private int number(int lane, boolean isOfSeveral, ThreadTable threads) {
    long tid = tids.get(lane);
    threads.name(tid, tid < 0 ? names.get(lane) : processes.name(tid, isOfSeveral));
    return threads.indexOf(tid);
  }
}
