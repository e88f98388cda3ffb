package dev.dexscope.trace.read.traceview;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.Summary;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;

/** Traceview versions 1 to 3, file mode: text, header, records of one size. */
public final class TraceviewFile implements TraceFormat {
  private static final int LOOKED_AT = 64;

  private final ByteView in;
  private final ThreadTable threads;
  private final MethodIds methods;
  private final Summary summary;
  private final TraceviewHeader header;
  private final Clock clock;

  public TraceviewFile(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.methods = methods;
    this.summary = Summary.read(in, 0, in.size(), Summary.LOW_16_BITS, threads, methods);
    this.header = actual(TraceviewHeader.read(in, summary.end()));
    if (header.streaming()) {
      throw in.fault(summary.end() + 4, "a streaming header after a text part");
    }
    this.clock = Clock.of(summary.keys().getOrDefault("clock", ""), header.clock());
  }

  /**
   * Returns the header of what the records are: some of 2013 are those of version 3 under a header
   * of version 1.
   */
  private TraceviewHeader actual(TraceviewHeader header) {
    return header.version() == 1 && !areListed(header) && areListed(header.asVersion3())
        ? header.asVersion3()
        : header;
  }

  /** Returns whether the first records have methods and threads that the text lists. */
  private boolean areListed(TraceviewHeader header) {
    int size = header.recordSize();
    long count = Math.min(LOOKED_AT, (in.size() - header.data()) / size);
    for (long i = 0; i < count; i++) {
      long at = header.data() + i * size;
      int idBytes = header.version() == 1 ? 1 : 2;
      int thread = idBytes == 1 ? in.u1(at) : in.u2(at);
      if (!threads.has(thread) || !methods.has(in.i4(at + idBytes))) {
        return false;
      }
    }
    return count > 0;
  }

  @Override
  public long read(Balancer balancer) {
    long end = end(header.recordSize());
    new RecordReader(in, header, clock, threads, methods).read(header.data(), end, balancer);
    balancer.stoppedAt(summary.endOfSamples(clock));
    return in.size() - end;
  }

  /** Zeros at the end were never written: no thread has the id 0. */
  private long end(int size) {
    long end = header.data() + (in.size() - header.data()) / size * size;
    while (end > header.data() && isZero(end - size, end)) {
      end -= size;
    }
    return end;
  }

  private boolean isZero(long from, long to) {
    for (long at = from; at < to; at++) {
      if (in.u1(at) != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public TraceInfo info(long measuredNanos, boolean looksSampled) {
    return TraceviewInfo.of(
        in.file(), "Traceview, file", header, clock, summary, measuredNanos, looksSampled);
  }
}
