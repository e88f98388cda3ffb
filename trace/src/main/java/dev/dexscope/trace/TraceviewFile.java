package dev.dexscope.trace;

/** Traceview versions 1 to 3, file mode: text, header, records of one size. */
final class TraceviewFile implements TraceFormat {
  private final Bytes in;
  private final ThreadTable threads;
  private final MethodTable methods;
  private final Summary summary;
  private final TraceviewHeader header;
  private final Clock clock;

  TraceviewFile(Bytes in, ThreadTable threads, MethodTable methods) {
    this.in = in;
    this.threads = threads;
    this.methods = methods;
    this.summary = Summary.read(in, 0, in.size(), Summary.LOW_16_BITS, threads, methods);
    this.header = TraceviewHeader.read(in, summary.end());
    if (header.streaming()) {
      throw in.fault(summary.end() + 4, "a streaming header behind a text part");
    }
    this.clock = Clock.of(summary.keys().getOrDefault("clock", ""), header.usualClock());
  }

  @Override
  public long read(Balancer balancer) {
    long size = header.recordSize();
    long records = (in.size() - header.data()) / size;
    long end = header.data() + records * size;
    var record = new TraceviewRecord(in, header.version(), clock, threads, methods);
    for (long at = header.data(); at < end; at += size) {
      record.read(at, balancer);
    }
    return in.size() - end;
  }

  @Override
  public TraceInfo info(long measuredNanos, boolean sampled) {
    return TraceviewInfo.of(
        in.file(), "Traceview, file", header, clock, summary, measuredNanos, sampled);
  }
}
