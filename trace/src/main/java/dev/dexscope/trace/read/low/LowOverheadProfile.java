package dev.dexscope.trace.read.low;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.Leb128;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.Summary;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import java.util.Map;

/**
 * ART's low-overhead profiles (TraceProfiler). Revision 1 begins with "TMOL" and ends with a text
 * part; revision 2 is packets without a header. Records are of two kinds: plain ones have no times
 * at all, so that each counts as a microsecond of its thread; those of long-running methods have
 * nanoseconds.
 */
public final class LowOverheadProfile implements TraceFormat {
  /** "TMOL". */
  public static final int MAGIC = 0x4c4f4d54;

  private static final int THREAD = 0;
  private static final int METHOD = 1;
  private static final int ENTRIES = 2;
  private static final long TICK = 1000;

  private final ByteView in;
  private final ThreadTable threads;
  private final MethodIds methods;
  private final boolean packets;
  private final String format;
  private boolean timed;
  private Summary summary = new Summary(-1, Map.of(), 0);

  /**
   * @param packets whether this is revision 2
   */
  public LowOverheadProfile(
      ByteView in, ThreadTable threads, MethodIds methods, boolean packets, String format) {
    this.in = in;
    this.threads = threads;
    this.methods = methods;
    this.packets = packets;
    this.format = format;
    if (packets) {
      packets(null);
    } else {
      text();
    }
  }

  /**
   * Returns whether the file begins with packets of revision 2, without a header: the first two are
   * whole.
   */
  public static boolean startsPackets(ByteView in) {
    long at = 0;
    for (int i = 0; i < 2 && at < in.size(); i++) {
      long next = packetEnd(in, at);
      // A thread without a number and a name is what zeros look like.
      if (next < 0 || next > in.size() || (in.u1(at) == THREAD && next == at + 7)) {
        return false;
      }
      at = next;
    }
    return at > 0;
  }

  private static long packetEnd(ByteView in, long at) {
    if (!in.has(at, 12)) {
      return in.has(at, 7) && in.u1(at) == THREAD ? at + 7 + in.u2(at + 5) : -1;
    }
    return switch (in.u1(at)) {
      case THREAD -> at + 7 + in.u2(at + 5);
      case METHOD -> at + 11 + in.u2(at + 9);
      case ENTRIES -> at + 12 + in.u4(at + 8);
      default -> -1;
    };
  }

  private void text() {
    long at = 6;
    var leb = new Leb128(in);
    while (in.has(at, 8) && in.u1(at) == ENTRIES) {
      at = skip(leb, at);
    }
    for (long i = at; in.has(i, 8) && i < at + 16; i++) {
      if (in.startsWith("*threads", i) || in.startsWith("*methods", i)) {
        summary = Summary.read(in, i, in.size(), Summary.ALL_BITS, threads, methods);
        return;
      }
    }
  }

  private long skip(Leb128 leb, long at) {
    int count = in.u2(at + 5) | in.u1(at + 7) << 16;
    leb.reset();
    leb.range(at + 8, in.size());
    for (int i = 0; i < count && leb.ok(); i++) {
      leb.signed();
    }
    return leb.at();
  }

  @Override
  public long read(Balancer balancer) {
    if (packets) {
      return packets(balancer);
    }
    var leb = new Leb128(in);
    var times = new Ticks();
    long at = 6;
    while (in.has(at, 8) && in.u1(at) == ENTRIES) {
      int thread = threads.indexOf(in.u4(at + 1));
      long next = skip(leb, at);
      plain(leb, thread, at + 8, next, times, balancer);
      at = next;
    }
    return 0;
  }

  private long packets(@org.jspecify.annotations.Nullable Balancer balancer) {
    var leb = new Leb128(in);
    var times = new Ticks();
    long at = 0;
    while (at < in.size()) {
      long next = packetEnd(in, at);
      if (next < 0 || next > in.size()) {
        break;
      }
      switch (in.u1(at)) {
        case THREAD -> threads.name(in.u4(at + 1), in.text(at + 7, next - at - 7));
        case METHOD ->
            Summary.method(
                "0x"
                    + Long.toHexString(in.i8(at + 1) & ~3L)
                    + "\t"
                    + in.text(at + 11, next - at - 11).stripTrailing(),
                methods);
        default -> {
          int thread = threads.indexOf(in.u4(at + 1));
          int count = in.u2(at + 5) | in.u1(at + 7) << 16;
          boolean withTimes = isTimed(leb, count, at + 12, next);
          timed |= withTimes;
          if (balancer != null && withTimes) {
            longRunning(leb, thread, at + 12, next, balancer);
          } else if (balancer != null) {
            plain(leb, thread, at + 12, next, times, balancer);
          }
        }
      }
      at = next;
    }
    return in.size() - at;
  }

  /**
   * Timed records hold a second number on calls: only one way of counting fits the block's size.
   */
  private static boolean isTimed(Leb128 leb, int count, long from, long to) {
    leb.reset();
    leb.range(from, to);
    long time = 0;
    int records = 0;
    while (!leb.atEnd() && leb.ok()) {
      time += leb.signed();
      if ((time & 1) == 0) {
        if (leb.atEnd()) {
          return false;
        }
        leb.signed();
      }
      records++;
    }
    return leb.ok() && records == count;
  }

  /**
   * A value with its low bit set is a return from the innermost call; else it is a method's call.
   */
  private void plain(Leb128 leb, int thread, long from, long to, Ticks times, Balancer balancer) {
    leb.reset();
    leb.range(from, to);
    long value = 0;
    while (!leb.atEnd()) {
      value += leb.signed();
      if (!leb.ok()) {
        return;
      }
      long now = times.next(thread);
      if ((value & 1) != 0) {
        balancer.exitInnermost(thread, Balancer.EXIT, now, 0);
      } else {
        balancer.event(thread, methods.indexOf(value & ~3L), Balancer.ENTER, now, 0);
      }
    }
  }

  private void longRunning(Leb128 leb, int thread, long from, long to, Balancer balancer) {
    leb.reset();
    leb.range(from, to);
    long time = 0;
    long method = 0;
    while (!leb.atEnd()) {
      time += leb.signed();
      boolean exit = (time & 1) != 0;
      if (!exit) {
        method += leb.signed();
      }
      if (!leb.ok()) {
        return;
      }
      if (exit) {
        balancer.exitInnermost(thread, Balancer.EXIT, time >> 1, 0);
      } else {
        balancer.event(thread, methods.indexOf(method & ~3L), Balancer.ENTER, time >> 1, 0);
      }
    }
  }

  /** A clock for records without times: each takes a tick of its thread. */
  private static final class Ticks {
    private long[] last = new long[16];

    long next(int thread) {
      if (thread >= last.length) {
        last = java.util.Arrays.copyOf(last, Math.max(thread + 1, 2 * last.length));
      }
      last[thread] += TICK;
      return last[thread];
    }
  }

  @Override
  public TraceInfo info(long measuredNanos, boolean sampled) {
    return new TraceInfo(
        in.file(),
        format + (timed ? "" : ", without times"),
        packets ? 2 : 1,
        0,
        Clock.WALL,
        0,
        measuredNanos,
        "art",
        -1,
        false,
        false,
        0,
        summary.keys());
  }
}
