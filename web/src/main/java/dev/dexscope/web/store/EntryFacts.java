package dev.dexscope.web.store;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The properties of a trace in a list.
 *
 * @param format for display: "Traceview, streaming"
 * @param elapsedNanos time from its first to its last record
 * @param threads the number of active threads
 * @param methods the number of its methods
 * @param records the number of its records
 */
public record EntryFacts(String format, long elapsedNanos, int threads, int methods, long records) {

  static EntryFacts of(Trace trace) {
    return new EntryFacts(
        trace.info().format(),
        trace.info().elapsedNanos(),
        (int) trace.threads().stream().filter(TraceThread::isActive).count(),
        trace.methods().size(),
        trace.quality().records());
  }

  static EntryFacts read(DataInput in) throws IOException {
    return new EntryFacts(in.readUTF(), in.readLong(), in.readInt(), in.readInt(), in.readLong());
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(format);
    out.writeLong(elapsedNanos);
    out.writeInt(threads);
    out.writeInt(methods);
    out.writeLong(records);
  }
}
