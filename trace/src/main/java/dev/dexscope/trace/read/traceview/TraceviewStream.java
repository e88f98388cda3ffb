package dev.dexscope.trace.read.traceview;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.Summary;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Traceview versions 1 to 3, streaming: the header, then packets. A packet that begins with a
 * thread other than 0 is a record; 0 is followed by a byte that marks a method, a thread's name, or
 * the summary at the end.
 */
public final class TraceviewStream implements TraceFormat {
  private static final int METHOD = 1;
  private static final int THREAD = 2;
  private static final int SUMMARY = 3;

  private final ByteView in;
  private final ThreadTable threads;
  private final MethodIds methods;
  private final TraceviewHeader header;
  private Clock clock;
  private Summary summary = new Summary(-1, Map.of(), 0);

  public TraceviewStream(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.methods = methods;
    this.header = TraceviewHeader.read(in, 0);
    this.clock = header.clock();
    // The clock in the summary, at the end, determines the meaning of a record's single time.
    if (header.version() < 3) {
      packets(null);
    }
  }

  @Override
  public long read(Balancer balancer) {
    long truncated = packets(balancer);
    balancer.stoppedAt(summary.endOfSamples(clock));
    return truncated;
  }

  /** Goes through all packets; without a balancer only for the tables and the summary. */
  private long packets(@org.jspecify.annotations.Nullable Balancer balancer) {
    var records = new RecordReader(in, header, clock, threads, methods);
    int threadBytes = header.version() == 1 ? 1 : 2;
    long at = header.data();
    while (in.has(at, threadBytes)) {
      boolean isRecord = (threadBytes == 1 ? in.u1(at) : in.u2(at)) != 0;
      long next = isRecord ? at + header.recordSize() : packetEnd(in, at + threadBytes);
      if (next < 0 || next > in.size()) {
        break;
      }
      if (!isRecord) {
        packet(at + threadBytes);
      } else if (balancer != null) {
        next = records.readToPacket(at, in.size(), balancer);
      }
      at = next;
    }
    return in.size() - at;
  }

  /**
   * Returns the end of the packet with its opcode at {@code at}; -1 if it is cut off or unknown.
   */
  private static long packetEnd(ByteView in, long at) {
    if (!in.has(at, 5)) {
      return -1;
    }
    return switch (in.u1(at)) {
      case METHOD -> at + 3 + in.u2(at + 1);
      case THREAD -> at + 5 + in.u2(at + 3);
      case SUMMARY -> at + 5 + in.u4(at + 1);
      default -> -1;
    };
  }

  /** Receives the elements of a stream. */
  public interface Visitor {
    /** A method's id, class, name, signature and file, with tabs. */
    void method(String line);

    void thread(int id, String name);

    /** A record. */
    void record(long at);
  }

  /** Shows a stream from the front to the back; each byte of a text is a character. */
  public static void show(ByteView in, TraceviewHeader header, Visitor visitor) {
    int threadBytes = header.version() == 1 ? 1 : 2;
    long at = header.data();
    while (in.has(at, threadBytes)) {
      boolean isRecord = (threadBytes == 1 ? in.u1(at) : in.u2(at)) != 0;
      long packet = at + threadBytes;
      long next = isRecord ? at + header.recordSize() : packetEnd(in, packet);
      if (next < 0 || next > in.size()) {
        return;
      }
      if (isRecord) {
        visitor.record(at);
      } else if (in.u1(packet) == METHOD) {
        visitor.method(in.text(packet + 3, in.u2(packet + 1), StandardCharsets.ISO_8859_1));
      } else if (in.u1(packet) == THREAD) {
        String name = in.text(packet + 5, in.u2(packet + 3), StandardCharsets.ISO_8859_1);
        visitor.thread(in.u2(packet + 1), name);
      }
      at = next;
    }
  }

  private void packet(long at) {
    switch (in.u1(at)) {
      case METHOD -> {
        String line = in.text(at + 3, in.u2(at + 1));
        Summary.method(line.stripTrailing(), methods);
      }
      case THREAD -> threads.name(in.u2(at + 1), in.text(at + 5, in.u2(at + 3)));
      default -> {
        // The packets name methods and threads as they were; the summary repeats only survivors.
        summary =
            Summary.read(
                in,
                at + 5,
                at + 5 + in.u4(at + 1),
                Summary.LOW_16_BITS,
                new ThreadTable(),
                new MethodIds());
        clock = Clock.of(summary.keys().getOrDefault("clock", ""), clock);
      }
    }
  }

  @Override
  public TraceInfo info(long measuredNanos, boolean looksSampled) {
    return TraceviewInfo.of(
        in.file(), "Traceview, streaming", header, clock, summary, measuredNanos, looksSampled);
  }
}
