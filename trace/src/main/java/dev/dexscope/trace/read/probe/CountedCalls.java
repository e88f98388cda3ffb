package dev.dexscope.trace.read.probe;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.StoredTrees;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of all threads by their paths, as the run time in a profiled program writes them:
 * {@code dexscope.0.calls}. docs/probe.md describes the format.
 */
public final class CountedCalls {
  private static final String BEGIN = "dexscope calls ";
  private static final int VERSION = 1;
  private static final int LONGEST_LINE = 1 << 20;
  private static final int MOST_DEPTH = 1 << 20;
  private static final int MOST_METHODS = 1 << 22;

  /** More than a century: what adds up to more is no time. */
  private static final long MOST_NANOS = 1L << 62;

  // The numbers of a call's line, after its depth.
  private static final int METHOD = 1;
  private static final int CALLS = 2;
  private static final int EXCEPTIONS = 3;
  private static final int WALL = 4;
  private static final int CPU = 5;
  private static final int ESTIMATED = 6;
  private static final int ERROR = 7;
  private static final int NUMBERS = 8;

  private final ByteView in;
  private final ThreadTable threads;
  private final MethodIds methods;
  private final CallTreeBuilder nodes = new CallTreeBuilder();
  private final List<Integer> roots = new ArrayList<>();
  private final Map<String, String> keys = new LinkedHashMap<>();
  private Clock clock = Clock.WALL;
  private boolean ended;
  private long estimated;

  /** The running path: nodes and their inclusive times so far. */
  private int[] path = new int[64];

  private long[] wall = new long[64];
  private long[] cpu = new long[64];
  private int depth;

  private final long[] numbers = new long[NUMBERS];

  private CountedCalls(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.methods = methods;
  }

  /** Returns whether such a file begins here. */
  public static boolean isAt(ByteView in) {
    return in.startsWith(BEGIN, 0);
  }

  /** Reads a file whole. */
  public static StoredTrees read(ByteView in, ThreadTable threads, MethodIds methods) {
    return new CountedCalls(in, threads, methods).read();
  }

  private StoredTrees read() {
    for (long at = 0; at < in.size(); ) {
      long limit = Math.min(in.size(), at + LONGEST_LINE);
      long end = in.indexOf('\n', at, limit);
      if (end < 0) {
        throw in.fault(at, limit < in.size() ? "a line that is too long" : "is cut off");
      }
      if (ended) {
        throw in.fault(at, "goes on after its end");
      }
      if (in.u1(at) >= '0' && in.u1(at) <= '9') {
        call(at, end);
      } else {
        words(at, in.text(at, end - at));
      }
      at = end + 1;
    }
    if (!ended) {
      throw in.fault(in.size(), "is cut off");
    }
    return trees();
  }

  private StoredTrees trees() {
    List<CallTree> trees = new ArrayList<>();
    long elapsed = 0;
    for (int root : roots) {
      CallTree tree = nodes.build(root);
      trees.add(tree);
      elapsed = Math.max(elapsed, tree.inclusiveWall(0));
    }
    if (estimated > 0) {
      keys.put("estimated-calls", Long.toString(estimated));
    }
    var info =
        new TraceInfo(
            in.file(),
            "dexscope calls",
            VERSION,
            0,
            clock,
            0,
            elapsed,
            "",
            -1,
            false,
            false,
            0,
            keys);
    return new StoredTrees(info, threads, trees);
  }

  private void words(long at, String line) {
    int space = line.indexOf(' ');
    String word = space < 0 ? line : line.substring(0, space);
    String rest = line.substring(space + 1);
    switch (word) {
      case "dexscope" -> {
        if (at > 0 || !line.equals(BEGIN + VERSION)) {
          throw in.fault(at, "version " + line + ", not " + VERSION);
        }
      }
      case "clock" -> clock = Clock.of(rest, Clock.WALL);
      case "process" -> keys.put("process", rest);
      case "method" -> method(at, rest.split("\t", -1));
      case "thread" -> thread(at, rest.split("\t", 2));
      case "missing" ->
          keys.merge("threads-missing", rest.replace('\t', ' '), (a, b) -> a + ", " + b);
      case "end" -> {
        leaveTo(0);
        ended = true;
      }
      default -> throw in.fault(at, "an unknown line");
    }
  }

  private void method(long at, String[] parts) {
    if (parts.length != 5) {
      throw in.fault(at, "a method of " + parts.length + " parts");
    }
    long id = number(at, parts[0], MOST_METHODS);
    methods.list(new Method(id << 2, parts[1], parts[2], parts[3], parts[4], -1));
  }

  private void thread(long at, String[] parts) {
    if (parts.length != 2) {
      throw in.fault(at, "a thread without a name");
    }
    leaveTo(0);
    threads.name(number(at, parts[0], Integer.MAX_VALUE), parts[1]);
    if (threads.size() != roots.size() + 1) {
      throw in.fault(at, "thread " + parts[0] + " a second time");
    }
    path[0] = nodes.newRoot();
    roots.add(path[0]);
  }

  private long number(long at, String digits, int most) {
    try {
      long number = Long.parseLong(digits);
      if (number >= 0 && number < most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw in.fault(at, "the number " + digits);
  }

  private void call(long at, long end) {
    numbers(at, end);
    long level = numbers[0];
    if (roots.isEmpty() || level < 1 || level > depth + 1L || level > MOST_DEPTH) {
      throw in.fault(at, "a call at depth " + level + " after " + depth);
    }
    if (numbers[METHOD] >= MOST_METHODS
        || numbers[EXCEPTIONS] > Math.min(numbers[CALLS], Integer.MAX_VALUE)
        || numbers[ESTIMATED] > numbers[CALLS]) {
      throw in.fault(at, "a call with numbers that do not fit");
    }
    leaveTo((int) level - 1);
    depth = (int) level;
    if (depth == path.length) {
      path = Arrays.copyOf(path, 2 * depth);
      wall = Arrays.copyOf(wall, 2 * depth);
      cpu = Arrays.copyOf(cpu, 2 * depth);
    }
    int method = methods.indexOf(numbers[METHOD] << 2);
    int node = nodes.child(path[depth - 1], method);
    nodes.add(node, numbers[CALLS], (int) numbers[EXCEPTIONS], 0, 0);
    nodes.estimate(node, numbers[ESTIMATED], numbers[ERROR]);
    estimated += numbers[ESTIMATED];
    path[depth] = node;
    wall[depth] = numbers[WALL];
    cpu[depth] = numbers[CPU];
  }

  /** Ends the calls of the running path that are deeper. */
  private void leaveTo(int level) {
    for (; depth > level; depth--) {
      nodes.addTime(path[depth], wall[depth], cpu[depth]);
      if (depth > 1) {
        wall[depth - 1] += wall[depth];
        cpu[depth - 1] += cpu[depth];
        if (wall[depth - 1] > MOST_NANOS || cpu[depth - 1] > MOST_NANOS) {
          throw in.fault(0, "the sum of the times exceeds their range");
        }
      }
    }
  }

  /** Reads the numbers of a line, with a space between. */
  private void numbers(long from, long end) {
    int count = 0;
    long value = 0;
    int digits = 0;
    for (long at = from; at <= end; at++) {
      int b = at == end ? ' ' : in.u1(at);
      if (b == ' ' && digits > 0 && count < NUMBERS) {
        numbers[count++] = value;
        value = 0;
        digits = 0;
      } else if (b >= '0' && b <= '9' && value <= MOST_NANOS / 10 - 1) {
        value = 10 * value + b - '0';
        digits++;
      } else {
        throw in.fault(at, "not a number in the range");
      }
    }
    if (count != NUMBERS) {
      throw in.fault(from, "a call with " + count + " numbers");
    }
  }
}
