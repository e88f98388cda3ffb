package dev.dexscope.probe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one thread: its shadow stack, and the counters of each method and call path. The
 * stack's lowest frame is the thread itself.
 *
 * <p>A call that is not timed (its method is throttled, the stack is too deep, or recording is
 * stopped) is <i>silent</i>: it has no frame, the frame below it only counts the silent calls above
 * it. This distinguishes its exit, which has no argument, from others.
 *
 * <p>The stack may end in any call that is made here. A call of the program therefore begins or
 * ends in statements without any, so that it is counted as a whole or not at all.
 */
final class Calls {
  /** The row of the thread itself; a method's row is its id and one. */
  static final int ROOT_ROW = 0;

  static final int MOST_IDS = 1 << 22;

  // A frame, in longs.
  private static final int ROW = 0;
  private static final int PATH = 1;
  private static final int SILENT = 2;
  private static final int START_WALL = 3;
  private static final int START_CPU = 4;
  private static final int CALLED_WALL = 5;
  private static final int CALLED_CPU = 6;
  private static final int SUBRS = 7;
  private static final int FRAME = 8;

  private static final int FIRST_FRAMES = 32;
  private static final int MOST_FRAMES = 1 << 16;

  /** The value of {@link #top} without any frame. */
  private static final int STOPPED = -FRAME;

  private final Rules rules;
  private final @Nullable CallPaths paths;
  private Counters methods;
  private Counters pathCounters;
  private long[] frames;

  /** The start of the innermost frame. */
  private int top = STOPPED;

  /** Calls that are running, silent ones included. */
  private int depth;

  /** The overhead so far, by which the thread's own clocks lag behind the real ones. */
  private long lostWall;

  private long lostCpu;

  Calls(Rules rules) {
    this(
        rules,
        rules.pathDepth > 0 ? new CallPaths(rules.pathDepth) : null,
        new Counters(),
        new Counters(),
        new long[FIRST_FRAMES * FRAME]);
  }

  private Calls(
      Rules rules,
      @Nullable CallPaths paths,
      Counters methods,
      Counters pathCounters,
      long[] frames) {
    this.rules = rules;
    this.paths = paths;
    this.methods = methods;
    this.pathCounters = pathCounters;
    this.frames = frames;
  }

  /** As they are now. The copy is only read: the table of paths remains the same. */
  Calls copy() {
    Calls copy = new Calls(rules, paths, methods.copy(), pathCounters.copy(), frames.clone());
    copy.top = top;
    copy.depth = depth;
    copy.lostWall = lostWall;
    copy.lostCpu = lostCpu;
    return copy;
  }

  Counters methods() {
    return methods;
  }

  Counters pathCounters() {
    return pathCounters;
  }

  @Nullable CallPaths paths() {
    return paths;
  }

  /** Calls that are running, silent ones included. */
  int depth() {
    return depth;
  }

  /** Returns whether a call of the method will not be timed. */
  boolean isSilent(int id) {
    return top < 0
        || id < 0
        || id >= MOST_IDS
        || top == (MOST_FRAMES - 1) * FRAME
        || (rules.throttleCalls != Long.MAX_VALUE && methods.isThrottled(id + 1));
  }

  void enterSilently() {
    depth++;
    if (top >= 0) {
      frames[top + SILENT]++;
    }
  }

  /** A call begins that is not silent. */
  void enter(int id, long wall, long cpu) {
    open(id + 1, wall - lostWall, cpu - lostCpu);
    depth++;
  }

  /** Returns whether the innermost call is silent; true if no call is running. */
  boolean isInnermostSilent() {
    return top <= 0 || frames[top + SILENT] > 0;
  }

  void exitSilently() {
    if (depth > 0) {
      depth--;
      if (top >= 0) {
        frames[top + SILENT]--;
      }
    }
  }

  /** The innermost call, not a silent one, ends; its method's id. */
  int exit(long wall, long cpu) {
    if (rules.isCounting) {
      depth--;
      top -= FRAME;
      return (int) frames[top + FRAME + ROW] - 1;
    }
    Overhead overhead = rules.overhead;
    lostWall += overhead.innerWall;
    lostCpu += overhead.innerCpu;
    // Overhead is an average: a call that cost less must not end before it began.
    lostWall = Math.min(lostWall, wall - frames[top + START_WALL]);
    lostCpu = Math.min(lostCpu, cpu - frames[top + START_CPU]);
    int row = (int) frames[top + ROW];
    close(wall - lostWall, cpu - lostCpu);
    depth--;
    if (rules.throttleCalls != Long.MAX_VALUE) {
      methods.throttle(row, rules.throttleCalls, rules.throttleNanos);
    }
    lostWall += overhead.outerWall;
    lostCpu += overhead.outerCpu;
    return row - 1;
  }

  /** The methods of the calls that are running and not silent, innermost first. */
  int[] running() {
    int[] ids = new int[Math.max(0, top / FRAME)];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = (int) frames[top - i * FRAME + ROW] - 1;
    }
    return ids;
  }

  /** Ends the count of everything that is running; those calls are silent from now on. */
  void stop(long wall, long cpu) {
    while (top >= 0) {
      close(wall - lostWall, cpu - lostCpu);
    }
  }

  /** The thread has ended, and with it all that was running. */
  void leaveAll(long wall, long cpu) {
    stop(wall, cpu);
    depth = 0;
  }

  /** Begins the thread's own row; running calls are silent. */
  void start(long wall, long cpu) {
    if (top < 0) {
      open(ROOT_ROW, wall - lostWall, cpu - lostCpu);
      frames[top + SILENT] = depth;
    }
  }

  /** Resets the counters, as if all running calls began now. */
  void reset(long wall, long cpu) {
    methods = new Counters();
    pathCounters = new Counters();
    int last = top;
    top = STOPPED;
    while (top < last) {
      long silent = frames[top + FRAME + SILENT];
      open((int) frames[top + FRAME + ROW], wall - lostWall, cpu - lostCpu);
      frames[top + SILENT] = silent;
    }
  }

  private void open(int row, long wall, long cpu) {
    int frame = top + FRAME;
    if (frame == frames.length) {
      frames = Arrays.copyOf(frames, 2 * frame);
    }
    long[] f = frames;
    long[] page = methods.page(row);
    int at = Counters.offset(row);
    if (rules.isCounting) {
      if (top >= 0) {
        int caller = (int) f[top + ROW];
        methods.page(caller)[Counters.offset(caller) + Counters.SUBRS]++;
      }
    } else {
      int path = paths != null ? path(paths, row) : CallPaths.LOST;
      long[] pathPage = path != CallPaths.LOST ? pathCounters.page(path) : null;
      int pathAt = Counters.offset(path);
      f[frame + PATH] = path;
      f[frame + START_WALL] = wall;
      f[frame + START_CPU] = cpu;
      f[frame + CALLED_WALL] = 0;
      f[frame + CALLED_CPU] = 0;
      f[frame + SUBRS] = 0;
      if (top >= 0) {
        f[top + SUBRS]++;
      }
      if (pathPage != null) {
        pathPage[pathAt + Counters.CALLS]++;
        pathPage[pathAt + Counters.ACTIVE]++;
      }
    }
    f[frame + ROW] = row;
    f[frame + SILENT] = 0;
    page[at + Counters.CALLS]++;
    page[at + Counters.ACTIVE]++;
    top = frame;
  }

  private int path(CallPaths paths, int row) {
    return top >= 0 ? paths.step((int) frames[top + PATH], row) : CallPaths.ROOT;
  }

  /** Ends the innermost frame, by the thread's own clocks. */
  private void close(long wall, long cpu) {
    long[] f = frames;
    int frame = top;
    if (rules.isCounting) {
      top = frame - FRAME;
      return;
    }
    int row = (int) f[frame + ROW];
    long[] page = methods.page(row);
    int at = Counters.offset(row);
    int path = (int) f[frame + PATH];
    long[] pathPage = path != CallPaths.LOST ? pathCounters.page(path) : null;
    int pathAt = Counters.offset(path);
    long inclWall = Math.max(0, wall - f[frame + START_WALL]);
    long inclCpu = Math.max(0, cpu - f[frame + START_CPU]);
    long exclWall = Math.max(0, inclWall - f[frame + CALLED_WALL]);
    long exclCpu = Math.max(0, inclCpu - f[frame + CALLED_CPU]);
    long subrs = f[frame + SUBRS];
    // A loop, not a method: from here on nothing is called.
    for (int table = 0; table < 2; table++) {
      long[] p = table == 0 ? page : pathPage;
      int to = table == 0 ? at : pathAt;
      if (p != null) {
        p[to + Counters.SUBRS] += subrs;
        p[to + Counters.EXCL_WALL] += exclWall;
        p[to + Counters.EXCL_CPU] += exclCpu;
        if (--p[to + Counters.ACTIVE] == 0) {
          p[to + Counters.INCL_WALL] += inclWall;
          p[to + Counters.INCL_CPU] += inclCpu;
        }
      }
    }
    top = frame - FRAME;
    if (top >= 0) {
      f[top + CALLED_WALL] += inclWall;
      f[top + CALLED_CPU] += inclCpu;
    }
  }
}
