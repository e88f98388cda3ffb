package dev.dexscope.trace.read.collapsed;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.Frames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collapsed stacks, as profilers write them for flamegraph.pl: {@code thread;caller;callee 1234} a
 * line. The number is taken as microseconds; if it counts samples, only shares are meaningful.
 * Stacks have no order in time: each thread's follow one another in the order of the file, and the
 * common part of two consecutive stacks continues.
 */
public final class CollapsedFile implements TraceFormat {
  private static final long LONGEST_LINE = 1 << 22;
  private static final long MICRO = 1000;

  /** More than a century: what adds up to more is no time. */
  private static final long MOST_NANOS = 1L << 62;

  private final ByteView in;
  private final ThreadTable threads;
  private final Frames methods;
  private final Map<String, Integer> threadNumbers = new HashMap<>();

  public CollapsedFile(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.methods = new Frames(methods);
  }

  /** Returns whether the first line is a stack. */
  public static boolean isAt(ByteView in) {
    long end = in.indexOf('\n', 0, Math.min(in.size(), LONGEST_LINE));
    end = end < 0 ? Math.min(in.size(), LONGEST_LINE) : end;
    String line = in.text(0, end).stripTrailing();
    return line.indexOf(';') > 0 && line.indexOf('\0') < 0 && Line.of(line) != null;
  }

  /** The frames of a line, and its number. */
  private record Line(String[] frames, long value) {
    static @Nullable Line of(String text) {
      int space = text.lastIndexOf(' ');
      if (space <= 0 || space == text.length() - 1 || text.length() - space > 18) {
        return null;
      }
      long value = 0;
      for (int i = space + 1; i < text.length(); i++) {
        char digit = text.charAt(i);
        if (digit < '0' || digit > '9') {
          return null;
        }
        value = 10 * value + digit - '0';
      }
      return new Line(text.substring(0, space).split(";"), value);
    }
  }

  /** The calls running on a thread. */
  private static final class Running {
    final List<Integer> stack = new ArrayList<>();
    long now;
  }

  @Override
  public long read(Balancer balancer) {
    List<Running> running = new ArrayList<>();
    for (long at = 0; at < in.size(); ) {
      long limit = Math.min(in.size(), at + LONGEST_LINE);
      long end = in.indexOf('\n', at, limit);
      if (end < 0 && limit < in.size()) {
        throw in.fault(at, "a line of more than " + LONGEST_LINE + " bytes");
      }
      end = end < 0 ? limit : end;
      String text = in.text(at, end - at).stripTrailing();
      if (!text.isEmpty()) {
        Line line = Line.of(text);
        if (line == null) {
          throw in.fault(at, "not a collapsed stack: frames, a space and a number");
        }
        add(line, at, running, balancer);
      }
      at = end + 1;
      balancer.reached(at);
    }
    for (int thread = 0; thread < running.size(); thread++) {
      leave(thread, running.get(thread), 0, balancer);
    }
    return 0;
  }

  private void add(Line line, long at, List<Running> running, Balancer balancer) {
    String[] frames = line.frames();
    int thread = thread(frames.length == 0 ? "" : frames[0]);
    while (running.size() <= thread) {
      running.add(new Running());
    }
    Running of = running.get(thread);
    int same = 0;
    while (same < of.stack.size()
        && same + 1 < frames.length
        && of.stack.get(same) == methods.of(frames[same + 1])) {
      same++;
    }
    leave(thread, of, same, balancer);
    for (int i = same + 1; i < frames.length; i++) {
      int method = methods.of(frames[i]);
      of.stack.add(method);
      balancer.event(thread, method, Balancer.ENTER, of.now, 0);
    }
    if (line.value() > (MOST_NANOS - of.now) / MICRO) {
      throw in.fault(at, "the sum of the numbers exceeds the range of times");
    }
    of.now += line.value() * MICRO;
  }

  private static void leave(int thread, Running of, int depth, Balancer balancer) {
    while (of.stack.size() > depth) {
      balancer.event(thread, of.stack.removeLast(), Balancer.EXIT, of.now, 0);
    }
  }

  private int thread(String name) {
    return threadNumbers.computeIfAbsent(
        name,
        _ -> {
          long id = threadNumbers.size() + 1L;
          threads.name(id, name);
          return threads.indexOf(id);
        });
  }

  @Override
  public TraceInfo info(long measuredNanos, boolean sampled) {
    return new TraceInfo(
        in.file(),
        "collapsed stacks",
        1,
        0,
        Clock.WALL,
        0,
        measuredNanos,
        "",
        -1,
        true,
        false,
        0,
        Map.of());
  }
}
