package dev.dexscope.trace.read.probe;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.LineTimes;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.Observed;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.StoredTrees;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of all threads by their paths: {@code dexscope.0.calls}, as the run time in a profiled
 * program writes them (version 1), or with the times of a run without instrumentation (version 2).
 * docs/probe.md describes the format.
 */
public final class CountedCalls {
  private static final String BEGIN = "dexscope calls ";
  private static final int COUNTED = 1;
  private static final int FUSED = 2;
  private static final int LONGEST_LINE = 1 << 20;
  private static final int MOST_DEPTH = 1 << 20;
  private static final int MOST_METHODS = 1 << 22;
  private static final int MOST_LINE = 1 << 17;

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
  private int version = COUNTED;
  private final Map<LineTimes.At, LineTimes.Time> lines = new HashMap<>();
  private final List<Observed.Wait> waits = new ArrayList<>();
  private final List<Observed.Part> criticalPath = new ArrayList<>();
  private final List<Observed.Made> allocations = new ArrayList<>();
  private final List<Observed.Made> exceptions = new ArrayList<>();
  private final List<Observed.Span> spans = new ArrayList<>();
  private long sampleNanos;
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
            version,
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
    return new StoredTrees(
        info,
        threads,
        trees,
        lines.isEmpty() ? LineTimes.NONE : new LineTimes(lines),
        version == COUNTED
            ? Observed.NONE
            : new Observed(sampleNanos, waits, criticalPath, allocations, exceptions, spans));
  }

  private void words(long at, String line) {
    int space = line.indexOf(' ');
    String word = space < 0 ? line : line.substring(0, space);
    String rest = line.substring(space + 1);
    switch (word) {
      case "dexscope" -> {
        version = line.equals(BEGIN + FUSED) ? FUSED : COUNTED;
        if (at > 0 || !line.equals(BEGIN + version)) {
          throw in.fault(at, "version " + line + ", not " + COUNTED + " or " + FUSED);
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
      default -> {
        if (version < FUSED) {
          throw in.fault(at, "an unknown line");
        }
        observed(at, word, rest.split("\t", -1));
      }
    }
  }

  /** A line of version 2. */
  private void observed(long at, String word, String[] parts) {
    switch (word) {
      case "key" -> {
        check(at, parts, 2);
        keys.put(parts[0], parts[1]);
      }
      case "sample" -> {
        check(at, parts, 1);
        sampleNanos = number(at, parts[0], MOST_NANOS);
      }
      case "time" -> time(at, parts);
      case "line" -> line(at, parts);
      case "wait" -> waits.add(waited(at, parts));
      case "path" -> criticalPath.add(part(at, parts));
      case "alloc" -> allocations.add(made(at, parts));
      case "throw" -> exceptions.add(made(at, parts));
      case "span" -> spans.add(span(at, parts));
      default -> throw in.fault(at, "an unknown line");
    }
  }

  private void check(long at, String[] parts, int count) {
    if (parts.length != count) {
      throw in.fault(at, "a line of " + parts.length + " parts, not " + count);
    }
  }

  /** The times of the thread, which are longer than its calls add up to. */
  private void time(long at, String[] parts) {
    check(at, parts, 2);
    if (roots.isEmpty()) {
      throw in.fault(at, "a time without a thread");
    }
    leaveTo(0);
    nodes.addTime(
        roots.getLast(), number(at, parts[0], MOST_NANOS), number(at, parts[1], MOST_NANOS));
  }

  private void line(long at, String[] parts) {
    check(at, parts, 5);
    var key =
        new LineTimes.At(
            threadOf(at, parts[0]), methodOf(at, parts[1]), (int) number(at, parts[2], MOST_LINE));
    long self = number(at, parts[3], MOST_NANOS);
    long total = number(at, parts[4], MOST_NANOS);
    lines.put(key, new LineTimes.Time(key.line(), self, total));
  }

  private Observed.Wait waited(long at, String[] parts) {
    check(at, parts, 9);
    return new Observed.Wait(
        threadOf(at, parts[0]),
        methodOf(at, parts[1]),
        (int) number(at, parts[2], MOST_LINE) - 1,
        kind(at, parts[3]),
        parts[4],
        parts[5].isEmpty() ? -1 : threadOf(at, parts[5]),
        number(at, parts[6], MOST_NANOS),
        number(at, parts[7], MOST_NANOS),
        number(at, parts[8], MOST_NANOS));
  }

  private Observed.Part part(long at, String[] parts) {
    check(at, parts, 5);
    return new Observed.Part(
        threadOf(at, parts[0]),
        parts[1].isEmpty() ? -1 : methodOf(at, parts[1]),
        kind(at, parts[2]),
        parts[3],
        number(at, parts[4], MOST_NANOS));
  }

  private Observed.Made made(long at, String[] parts) {
    check(at, parts, 4);
    return new Observed.Made(
        methodOf(at, parts[0]),
        (int) number(at, parts[1], MOST_LINE) - 1,
        parts[2],
        number(at, parts[3], MOST_NANOS));
  }

  private Observed.Span span(long at, String[] parts) {
    check(at, parts, 6);
    return new Observed.Span(
        threadOf(at, parts[0]),
        kind(at, parts[1]),
        parts[2],
        number(at, parts[3], MOST_NANOS),
        number(at, parts[4], MOST_NANOS),
        number(at, parts[5], MOST_NANOS));
  }

  private int threadOf(long at, String digits) {
    long id = number(at, digits, Integer.MAX_VALUE);
    int count = threads.size();
    int thread = threads.indexOf(id);
    if (thread == count) {
      throw in.fault(at, "thread " + id + ", which does not exist");
    }
    return thread;
  }

  private int methodOf(long at, String digits) {
    return methods.indexOf(number(at, digits, MOST_METHODS) << 2);
  }

  private Observed.Kind kind(long at, String word) {
    for (Observed.Kind each : Observed.Kind.values()) {
      if (each.key().equals(word)) {
        return each;
      }
    }
    throw in.fault(at, "a kind of time called " + word);
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

  private long number(long at, String digits, long most) {
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
