package dev.dexscope.trace.dmtracedump;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.read.common.Summary;
import dev.dexscope.trace.read.common.TraceFile;
import dev.dexscope.trace.read.traceview.TraceviewHeader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Traceview file, versions 1 to 3, as it stands: the lines of its text part and its records, in
 * their order, nothing repaired. {@link Trace} is what most uses want; this is for those that show
 * the file itself.
 */
public final class TraceviewRecords {
  private static final int ACTION = 3;

  private final ByteView in;
  private final Summary summary;
  private final List<String> threads = new ArrayList<>();
  private final List<String> methods = new ArrayList<>();
  private final TraceviewHeader header;

  private TraceviewRecords(ByteView in) {
    this.in = in;
    // Every byte becomes one character, so that what is written is what was read.
    this.summary =
        Summary.read(in, 0, in.size(), StandardCharsets.ISO_8859_1, threads::add, methods::add);
    this.header = TraceviewHeader.read(in, summary.end());
    if (header.streaming()) {
      throw in.fault(summary.end() + 4, "a streaming header behind a text part");
    }
  }

  /**
   * Opens a file.
   *
   * @throws TraceFormatException when it is of another format, or has no readable header
   */
  public static TraceviewRecords open(Path path) throws IOException {
    ByteView in = TraceFile.open(path).bytes();
    if (!in.startsWith("*version", 0)) {
      throw in.fault(0, "*version does not stand at its start: only file-mode Traceview has it");
    }
    return new TraceviewRecords(in);
  }

  /** The version that the text part names, -1 where it has none; the header has its own. */
  public int textVersion() {
    return summary.version();
  }

  /** The lines that list threads, each byte a character. */
  public List<String> threadLines() {
    return List.copyOf(threads);
  }

  /** The lines that list methods, each byte a character. */
  public List<String> methodLines() {
    return List.copyOf(methods);
  }

  /** Shows all records; what is cut off at the end is none. */
  public void forEach(RecordVisitor visitor) {
    int size = header.recordSize();
    int threadBytes = header.version() == 1 ? 1 : 2;
    for (long at = header.data(); in.has(at, size); at += size) {
      int thread = threadBytes == 1 ? in.u1(at) : in.u2(at);
      long word = in.u4(at + threadBytes);
      visitor.record(
          thread, word & ~ACTION, (int) word & ACTION, in.u4(at + threadBytes + Integer.BYTES));
    }
  }
}
