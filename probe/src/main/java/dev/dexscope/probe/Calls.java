package dev.dexscope.probe;

import java.util.Arrays;

/**
 * The calls of one thread: its shadow stack, and the tree of its call paths with their figures. The
 * stack's lowest frame is the thread itself.
 *
 * <p>Every call is counted. Once a path has many short calls, only one of about {@link #GAP} calls
 * is timed, at random distances; each other call is taken to have the mean of the last that were,
 * without what they called. What such a call calls is timed or estimated by its own path. A call
 * that is not timed but takes long is noticed by the {@link Ticker} and measured by it.
 *
 * <p>A call that is not counted (the stack is too deep, or recording is stopped) is <i>silent</i>:
 * it has no frame, the frame below it only counts the silent calls above it. This distinguishes its
 * exit, which has no argument, from others.
 *
 * <p>Times here are in parts of a nanosecond, because means of short calls are: 1 &lt;&lt; {@link
 * #PARTS} of them. {@link Figures} subtracts what measuring cost.
 *
 * <p>The stack may end in any call that is made here. A call of the program therefore begins or
 * ends in statements without any, so that it is counted as a whole or not at all.
 */
final class Calls {
  /** The row of the thread itself; a method's row is its id and one. */
  static final int ROOT_ROW = 0;

  static final int MOST_IDS = 1 << 22;

  /** A nanosecond has 1 &lt;&lt; this many parts. */
  static final int PARTS = 4;

  /** One of this many calls is timed, on average, of a path with many short ones. */
  static final int GAP = 64;

  // A frame, in longs.
  private static final int NODE = 0;
  private static final int SILENT = 1;
  private static final int START_WALL = 2;
  private static final int START_CPU = 3;
  private static final int CALLED_WALL = 4;
  private static final int CALLED_CPU = 5;
  private static final int TICK = 6;
  private static final int IS_TIMED = 7;
  private static final int FRAME = 8;

  /** Frames of a stack beyond this place are deep. */
  private static final int DEEP = 1000 * FRAME;

  private static final int FIRST_FRAMES = 32;
  private static final int MOST_FRAMES = 1 << 16;

  /** The value of {@link #top} without any frame. */
  private static final int STOPPED = -FRAME;

  /** A call that is not timed is long if it takes as many ticks: it is measured by them. */
  private static final int LONG_TICKS = 2;

  /** The means are those of about as many calls, as a power of two. */
  private static final int MEAN_SHIFT = 4;

  /** Beyond this a sample's distance from the mean is not squared. */
  private static final long FARTHEST = 1 << 20;

  private final Rules rules;
  private final Ticker ticker;
  private CallTree tree;
  private long[] frames;

  /** The start of the innermost frame. */
  private int top = STOPPED;

  /** The start of the innermost frame that is in the trace; all below it are too. */
  private int traced = STOPPED;

  /** Calls that are running, silent ones included. */
  private int depth;

  private boolean sampling;
  private int random = 1;

  Calls(Rules rules) {
    this(rules, new CallTree(), new long[FIRST_FRAMES * FRAME]);
  }

  private Calls(Rules rules, CallTree tree, long[] frames) {
    this.rules = rules;
    this.ticker = rules.ticker;
    this.tree = tree;
    this.frames = frames;
  }

  /** As they are now. The copy can only be ended and read. */
  Calls copy() {
    Calls copy = new Calls(rules, tree.copy(), frames.clone());
    copy.top = top;
    copy.traced = traced;
    copy.depth = depth;
    return copy;
  }

  CallTree tree() {
    return tree;
  }

  /** The figures so far. */
  Figures figures() {
    return new Figures(tree, rules.overhead);
  }

  /** Adds up TAU's tables. */
  Tables tables() {
    return new Tables(figures(), rules.pathDepth);
  }

  /** Calls that are running, silent ones included. */
  int depth() {
    return depth;
  }

  /** Returns whether some path's calls are timed by samples. */
  boolean isSampling() {
    return sampling;
  }

  /** Returns whether a call of the method will not be counted. */
  boolean isSilent(int id) {
    return top < 0 || id < 0 || id >= MOST_IDS || top == (MOST_FRAMES - 1) * FRAME;
  }

  void enterSilently() {
    depth++;
    if (top >= 0) {
      frames[top + SILENT]++;
    }
  }

  /**
   * Begins a call if it is one that is only counted: without a look at anything else, for that is
   * what most calls are in a program with many.
   */
  boolean enterShort(int id) {
    int from = top;
    long[] f = frames;
    long[] figures = tree.figures();
    if (from < 0 || from + 2 * FRAME > f.length) {
      return false;
    }
    int caller = (int) f[from + NODE];
    int last = tree.last(caller, id + 1);
    int node = last >= 0 ? last : tree.other(caller, id + 1, false, false);
    if (node < 0) {
      return false;
    }
    int at = CallTree.at(node);
    if (figures[at + CallTree.CALLS] + 1 >= figures[at + CallTree.NEXT]) {
      return false;
    }
    int tick = ticker.ticks();
    int frame = from + FRAME;
    f[frame + NODE] = node;
    f[frame + SILENT] = 0;
    f[frame + CALLED_WALL] = 0;
    f[frame + CALLED_CPU] = 0;
    f[frame + TICK] = tick;
    f[frame + IS_TIMED] = 0;
    figures[at + CallTree.CALLS]++;
    top = frame;
    depth++;
    if (last < 0) {
      figures[CallTree.at(caller) + CallTree.OTHERS]++;
    }
    return true;
  }

  /** Ends the innermost call if it was only counted, returns, and was short. */
  boolean exitShort() {
    int frame = top;
    long[] f = frames;
    if (frame <= 0
        || frame <= traced
        || f[frame + SILENT] != 0
        || f[frame + IS_TIMED] != 0
        || rules.isCounting
        || ticker.ticks() - (int) f[frame + TICK] >= LONG_TICKS) {
      return false;
    }
    exitUntimed(0, false);
    return true;
  }

  /** Returns the node of a call of the method from the innermost call. */
  int callee(int id) {
    return tree.callee((int) frames[top + NODE], id + 1, top > DEEP);
  }

  /** Returns whether the next call of a node will be timed. */
  boolean isTimed(int node) {
    return !rules.isCounting && tree.get(node, CallTree.CALLS) + 1 >= tree.get(node, CallTree.NEXT);
  }

  /** Returns whether calls of a node are timed by samples, and only counted otherwise. */
  boolean isSampled(int node) {
    return tree.get(node, CallTree.NEXT) != 0;
  }

  /** A call begins that is neither silent nor timed. */
  void enterUntimed(int node) {
    open(node, 0, 0, 0);
    depth++;
  }

  /** A call begins that is timed. */
  void enter(int node, long wall, long cpu) {
    open(node, wall << PARTS, (cpu << PARTS) + rules.overhead.cpuReading, 1);
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

  /** Returns whether the innermost call, not a silent one, is timed. */
  boolean isInnermostTimed() {
    return frames[top + IS_TIMED] != 0;
  }

  /** Returns whether the innermost call, not a silent one, is in the trace. */
  boolean isInnermostTraced() {
    return top <= traced;
  }

  /** Returns the method of the innermost call, not a silent one. */
  int innermost() {
    return tree.row((int) frames[top + NODE]) - 1;
  }

  /**
   * Returns the time that the innermost call, which is not timed, has been running for by the
   * ticker; 0 if it is short.
   */
  long longTime() {
    int ticks = ticker.ticks() - (int) frames[top + TICK];
    return ticks < LONG_TICKS ? 0 : ticks * ticker.nanosPerTick();
  }

  /**
   * The innermost call, neither silent nor timed, ends.
   *
   * @param nanos its {@link #longTime}
   * @param thrown whether by an exception
   */
  void exitUntimed(long nanos, boolean thrown) {
    close(nanos, thrown);
    depth--;
  }

  /**
   * The innermost call, a timed one, ends.
   *
   * @param thrown whether by an exception
   */
  void exit(long wall, long cpu, boolean thrown) {
    int node = (int) frames[top + NODE];
    close(wall << PARTS, cpu << PARTS, thrown);
    depth--;
    if (rules.throttleCalls != Long.MAX_VALUE) {
      plan(node);
    }
  }

  /** Decides which of a node's next calls is timed. */
  private void plan(int node) {
    long[] figures = tree.figures();
    int at = CallTree.at(node);
    boolean manyShort =
        figures[at + CallTree.TIMED] > rules.throttleCalls
            && figures[at + CallTree.MEAN_INCL] < (rules.throttleNanos << PARTS);
    if (manyShort) {
      sampling = true;
      random = random * 1103515245 + 12345;
      int gap = 1 + ((random >>> 16) & (2 * GAP - 1));
      figures[at + CallTree.NEXT] = figures[at + CallTree.CALLS] + 1 + gap;
    } else {
      figures[at + CallTree.NEXT] = 0;
    }
  }

  /** The methods of the calls that are running and in the trace, innermost first. */
  int[] running() {
    int[] ids = new int[Math.max(0, Math.min(top, traced) / FRAME)];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = tree.row((int) frames[(ids.length - i) * FRAME + NODE]) - 1;
    }
    return ids;
  }

  /**
   * Returns the method of the outermost call that is not in the trace, which is taken to be in it
   * from now on; -1 if all are.
   */
  int nextTraced() {
    if (traced >= top) {
      return -1;
    }
    int method = tree.row((int) frames[traced + FRAME + NODE]) - 1;
    traced += FRAME;
    return method;
  }

  /** Ends the count of everything that is running; those calls are silent from now on. */
  void stop(long wall, long cpu) {
    while (top >= 0) {
      if (frames[top + IS_TIMED] != 0) {
        close(wall << PARTS, cpu << PARTS, false);
      } else {
        close(longTime(), false);
      }
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
      open(CallTree.ROOT, wall << PARTS, cpu << PARTS, 1);
      frames[top + SILENT] = depth;
      traced = top;
    }
  }

  /** Resets the counters, as if all running calls began now. */
  void reset(long wall, long cpu) {
    int[] rows = new int[top / FRAME + 1];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = tree.row((int) frames[i * FRAME + NODE]);
    }
    int reached = traced;
    tree = new CallTree();
    sampling = false;
    top = STOPPED;
    for (int row : rows) {
      long silent = frames[top + FRAME + SILENT];
      int node = top < 0 ? CallTree.ROOT : tree.callee((int) frames[top + NODE], row, top > DEEP);
      open(node, wall << PARTS, cpu << PARTS, 1);
      frames[top + SILENT] = silent;
    }
    traced = reached;
  }

  private void open(int node, long wall, long cpu, int timed) {
    int frame = top + FRAME;
    if (frame == frames.length) {
      frames = Arrays.copyOf(frames, 2 * frame);
    }
    int tick = ticker.ticks();
    long[] f = frames;
    long[] figures = tree.figures();
    int calls = CallTree.at(node) + CallTree.CALLS;
    f[frame + NODE] = node;
    f[frame + SILENT] = 0;
    f[frame + START_WALL] = wall;
    f[frame + START_CPU] = cpu;
    f[frame + CALLED_WALL] = 0;
    f[frame + CALLED_CPU] = 0;
    f[frame + TICK] = tick;
    f[frame + IS_TIMED] = timed;
    figures[calls]++;
    top = frame;
  }

  /** Ends the innermost frame, a timed one, by the thread's own clocks. */
  private void close(long wall, long cpu, boolean thrown) {
    int tick = ticker.ticks();
    long[] f = frames;
    long[] figures = tree.figures();
    int frame = top;
    int at = CallTree.at((int) f[frame + NODE]);
    long inclWall = wall - f[frame + START_WALL];
    long inclCpu = cpu - f[frame + START_CPU];
    long exclWall = inclWall - f[frame + CALLED_WALL];
    long exclCpu = inclCpu - f[frame + CALLED_CPU];
    boolean first = figures[at + CallTree.TIMED] == 0;
    long meanWall = first ? exclWall : mean(figures[at + CallTree.MEAN_WALL], exclWall);
    // A reading of the CPU time takes longer than most short calls. One that has not waited for
    // longer than that is taken to have worked all the time, which is known better.
    boolean waited = exclWall - exclCpu > rules.overhead.cpuReading;
    long working = waited ? exclCpu : exclWall;
    long meanCpu = first ? working : mean(figures[at + CallTree.MEAN_CPU], working);
    long meanIncl = first ? inclWall : mean(figures[at + CallTree.MEAN_INCL], inclWall);
    // From here on nothing is called.
    figures[at + CallTree.EXCL_WALL] += exclWall;
    figures[at + CallTree.EXCL_CPU] += exclCpu;
    if (thrown) {
      figures[at + CallTree.EXCEPTIONS]++;
    }
    // During a tick the thread may have lost its processor: by the many short calls that this one
    // stands for, that would be multiplied.
    if (tick == (int) f[frame + TICK]) {
      if (figures[at + CallTree.ESTIMATED] > 0) {
        long distance = (exclWall - figures[at + CallTree.MEAN_WALL]) >> PARTS;
        if (distance < FARTHEST && distance > -FARTHEST) {
          figures[at + CallTree.SQUARES] += distance * distance;
        }
        figures[at + CallTree.SAMPLES]++;
      }
      figures[at + CallTree.MEAN_WALL] = meanWall;
      figures[at + CallTree.MEAN_CPU] = meanCpu;
      figures[at + CallTree.MEAN_INCL] = meanIncl;
      figures[at + CallTree.TIMED]++;
    }
    top = frame - FRAME;
    if (frame > 0) {
      f[frame - FRAME + CALLED_WALL] += inclWall;
      f[frame - FRAME + CALLED_CPU] += inclCpu;
    }
    if (traced > frame - FRAME) {
      traced = frame - FRAME;
    }
  }

  /** Ends the innermost frame, one that is not timed; a long call took so many nanoseconds. */
  private void close(long nanos, boolean thrown) {
    long[] f = frames;
    long[] figures = tree.figures();
    int frame = top;
    int at = CallTree.at((int) f[frame + NODE]);
    // From here on nothing is called.
    long exclWall = figures[at + CallTree.MEAN_WALL];
    long exclCpu = figures[at + CallTree.MEAN_CPU];
    if (nanos > 0) {
      exclWall = Math.max(exclWall, (nanos << PARTS) - f[frame + CALLED_WALL]);
    } else if (!rules.isCounting) {
      figures[at + CallTree.ESTIMATED]++;
    }
    figures[at + CallTree.EXCL_WALL] += exclWall;
    figures[at + CallTree.EXCL_CPU] += exclCpu;
    if (thrown) {
      figures[at + CallTree.EXCEPTIONS]++;
    }
    top = frame - FRAME;
    if (frame > 0) {
      f[frame - FRAME + CALLED_WALL] += exclWall + f[frame + CALLED_WALL];
      f[frame - FRAME + CALLED_CPU] += exclCpu + f[frame + CALLED_CPU];
    }
    if (traced > frame - FRAME) {
      traced = frame - FRAME;
    }
  }

  private static long mean(long before, long value) {
    // Rounded: without it the mean would stay below by half of what is cut off.
    return before + ((value - before + (1 << (MEAN_SHIFT - 1))) >> MEAN_SHIFT);
  }
}
