package dev.dexscope.trace.read.v2;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.Leb128;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.Summary;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * ART's "Format V2": file versions 4 (one clock) and 5 (two), 0xF4 and 0xF5 when streamed. A header
 * of 32 bytes, then packets: threads, methods, blocks of records, and the summary at the end. Four
 * layouts of the blocks share these numbers; see docs/trace-formats.md for how they are
 * distinguished.
 */
public final class FormatV2 implements TraceFormat {
  private static final int HEADER = 32;
  private static final int THREAD = 0;
  private static final int METHOD = 1;
  private static final int ENTRIES = 2;
  private static final int SUMMARY = 3;
  private static final int BLOCK_HEADER = 12;
  private static final long ACTION = 3;

  /** The encoding of a block's records. */
  enum Layout {
    /** The draft: each method against the block's first, 32-bit bases in the block's header. */
    A,
    /** Deltas from record to record in microseconds. */
    B,
    /** As B, in nanoseconds; a buffer may continue in the next block. */
    C,
    /** Time and action in one number, methods on calls only. */
    D
  }

  private final ByteView in;
  private final ThreadTable threads;
  private final MethodIds methods;
  private final int version;
  private final boolean streaming;
  private final boolean dual;
  private final Layout layout;
  private final long frequency;
  private Clock clock;
  private Summary summary = new Summary(-1, Map.of(), 0);
  private final long end;

  public FormatV2(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.methods = methods;
    if (!in.has(0, HEADER)) {
      throw in.fault(0, "the file ends inside the 32-byte header");
    }
    int raw = in.u2(4);
    this.streaming = (raw & 0xf0) == 0xf0;
    this.version = raw & 0x0f;
    this.dual = version == 5;
    this.clock = dual ? Clock.DUAL : Clock.WALL;
    this.frequency = in.i8(22);
    boolean ticks = in.i8(14) != 0 || frequency != 0;
    long asBlocks = scan(BLOCK_HEADER, false);
    long asDraft = ticks || asBlocks == in.size() ? -1 : scan(draftHeader(), false);
    boolean draft = asDraft > asBlocks;
    this.end = scan(draft ? draftHeader() : BLOCK_HEADER, true);
    this.clock = Clock.of(summary.keys().getOrDefault("clock", ""), clock);
    if (draft) {
      layout = Layout.A;
    } else if (ticks) {
      layout = Layout.D;
    } else {
      layout = summary.keys().containsKey("elapsed-time-usec") ? Layout.B : Layout.C;
    }
  }

  public static boolean isVersion(int raw) {
    return raw == 4 || raw == 5 || raw == 0xf4 || raw == 0xf5;
  }

  /** u1 type, u4 thread, u4 first method, a u4 for each clock, u2 count - 1, u2 size. */
  private int draftHeader() {
    return 9 + (dual ? 8 : 4) + 4;
  }

  /** Walks over the packets; returns where they end, which is the file's end when all are whole. */
  private long scan(int blockHeader, boolean fill) {
    long at = HEADER;
    while (in.has(at, 1)) {
      long next =
          switch (in.u1(at)) {
            case THREAD -> in.has(at, 7) ? at + 7 + in.u2(at + 5) : -1;
            case METHOD -> in.has(at, 11) ? at + 11 + in.u2(at + 9) : -1;
            case ENTRIES -> blockEnd(at, blockHeader);
            case SUMMARY -> in.size();
            default -> -1;
          };
      if (next < 0 || next > in.size()) {
        return at;
      }
      if (fill) {
        fill(at, next);
      }
      at = next;
    }
    return at;
  }

  private long blockEnd(long at, int header) {
    if (!in.has(at, header)) {
      return -1;
    }
    long size = header == BLOCK_HEADER ? in.u4(at + 8) : in.u2(at + header - 2);
    return at + header + size;
  }

  private void fill(long at, long next) {
    switch (in.u1(at)) {
      case THREAD -> threads.name(in.u4(at + 1), in.text(at + 7, next - at - 7));
      case METHOD -> method(in.i8(at + 1), in.text(at + 11, next - at - 11));
      case SUMMARY -> {
        // Its u2 length wraps on long summaries: *end marks the end.
        if (in.has(at, 3)) {
          try {
            summary =
                Summary.read(
                    in, at + 3, in.size(), Summary.ALL_BITS, new ThreadTable(), new MethodIds());
          } catch (TraceFormatException e) {
            // A summary that is cut off is one that is missing.
            summary = new Summary(-1, Map.of(), 0);
          }
        }
      }
      default -> {}
    }
  }

  /** {@code class name signature file [line]}, by tabs. */
  private void method(long id, String line) {
    Summary.method("0x" + Long.toHexString(id & ~ACTION) + "\t" + line.stripTrailing(), methods);
  }

  @Override
  public long read(Balancer balancer) {
    var blocks = new Blocks(balancer);
    int header = layout == Layout.A ? draftHeader() : BLOCK_HEADER;
    long at = HEADER;
    while (at < end) {
      long next =
          switch (in.u1(at)) {
            case THREAD -> at + 7 + in.u2(at + 5);
            case METHOD -> at + 11 + in.u2(at + 9);
            case ENTRIES -> blockEnd(at, header);
            default -> end;
          };
      if (in.u1(at) == ENTRIES) {
        int thread = threads.indexOf(in.u4(at + 1));
        switch (layout) {
          case A -> blocks.draft(thread, at, at + header, next);
          case B, C -> blocks.deltas(thread, in.u2(at + 5), at + header, next);
          case D -> blocks.ticks(thread, at + header, next);
        }
        balancer.reached(next);
      }
      at = next;
    }
    balancer.stoppedAt(summary.endOfSamples(clock));
    return in.size() - end;
  }

  /** Decodes blocks. What a thread's buffer carries from block to block is kept here. */
  private final class Blocks {
    private final Balancer balancer;
    private final Leb128 leb = new Leb128(in);
    private long[][] carried = new long[16][];

    Blocks(Balancer balancer) {
      this.balancer = balancer;
    }

    private void event(int thread, long word, long wall, long cpu) {
      int method = methods.indexOf(word & ~ACTION);
      boolean hasWall = clock.hasWall();
      balancer.event(
          thread, method, (int) (word & ACTION), hasWall ? wall : 0, dual || !hasWall ? cpu : 0);
    }

    void draft(int thread, long at, long from, long to) {
      long first = in.u4(at + 5);
      long cpu = dual ? in.u4(at + 9) : 0;
      long wall = in.u4(at + (dual ? 13 : 9));
      event(thread, first, wall * 1000, (dual ? cpu : wall) * 1000);
      leb.reset();
      leb.range(from, to);
      while (!leb.atEnd()) {
        long word = first + leb.signed();
        wall += leb.unsigned();
        cpu += dual ? leb.unsigned() : 0;
        if (!leb.ok()) {
          return;
        }
        event(thread, word, wall * 1000, (dual ? cpu : wall) * 1000);
      }
    }

    /** State of a thread's buffer: method and action, wall, CPU, records. */
    private long[] carried(int thread) {
      if (thread >= carried.length) {
        carried = java.util.Arrays.copyOf(carried, Math.max(thread + 1, 2 * carried.length));
      }
      if (carried[thread] == null) {
        carried[thread] = new long[4];
      }
      return carried[thread];
    }

    void deltas(int thread, int count, long from, long to) {
      long[] state = carried(thread);
      leb.range(from, to);
      long records = leb.count() / (dual ? 3 : 2);
      // A buffer that did not fit goes on in the next block: its deltas do too, and its count is of
      // all records so far. Counts are cut to 16 bits by the writer.
      boolean goesOn =
          state[3] > 0
              && (int) (records & 0xffff) != count
              && (int) ((state[3] + records) & 0xffff) == count;
      if (!goesOn) {
        java.util.Arrays.fill(state, 0);
      }
      state[3] += records;
      long unit = layout == Layout.B ? 1000 : 1;
      leb.reset();
      leb.range(from, to);
      while (!leb.atEnd()) {
        long word = state[0] + leb.signed();
        long first = state[1] + leb.unsigned();
        long second = state[2] + (dual ? leb.unsigned() : 0);
        if (!leb.ok()) {
          return;
        }
        state[0] = word;
        state[1] = first;
        state[2] = second;
        event(thread, word, first * unit, (dual ? second : first) * unit);
      }
    }

    void ticks(int thread, long from, long to) {
      long time = 0;
      long cpu = 0;
      long method = 0;
      leb.reset();
      leb.range(from, to);
      while (!leb.atEnd()) {
        time += leb.signed();
        cpu += dual ? leb.signed() : 0;
        int action = (int) (time & ACTION);
        long wall = nanos(time >> 2);
        if (action == Balancer.ENTER) {
          method += leb.signed();
        }
        if (!leb.ok()) {
          return;
        }
        if (action == Balancer.ENTER) {
          balancer.event(thread, methods.indexOf(method & ~ACTION), action, wall, cpu);
        } else {
          balancer.exitInnermost(thread, action, wall, cpu);
        }
      }
    }

    private long nanos(long ticks) {
      return frequency <= 0 ? ticks : Math.round(ticks * (1e9 / frequency));
    }
  }

  @Override
  public TraceInfo info(long measuredNanos, boolean sampled) {
    Map<String, String> keys = new LinkedHashMap<>(summary.keys());
    return new TraceInfo(
        in.file(),
        "Format V2, layout " + layout + (streaming ? ", streaming" : ", file"),
        version,
        0,
        clock,
        in.i8(6) / 1000,
        measuredNanos > 0 ? measuredNanos : summary.elapsedNanos(),
        keys.getOrDefault("vm", "art"),
        keys.containsKey("pid") ? summary.number("pid") : -1,
        sampled,
        summary.overflow(),
        summary.number("clock-call-overhead-nsec"),
        keys);
  }
}
