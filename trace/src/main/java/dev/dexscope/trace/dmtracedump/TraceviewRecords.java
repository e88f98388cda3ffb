package dev.dexscope.trace.dmtracedump;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.FileKind;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.read.common.Summary;
import dev.dexscope.trace.read.common.TraceFile;
import dev.dexscope.trace.read.traceview.TraceviewHeader;
import dev.dexscope.trace.read.traceview.TraceviewStream;
import dev.dexscope.trace.read.v2.FormatV2;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Traceview file or stream, versions 1 to 3, unchanged: the lines that list threads and methods
 * and the records, in their order, without repairs. {@link Trace} suits most uses; this is for
 * showing the file itself.
 */
public final class TraceviewRecords {
  private static final int ACTION = 3;

  private final ByteView in;
  private final int textVersion;
  private final List<String> threads = new ArrayList<>();
  private final List<String> methods = new ArrayList<>();
  private final TraceviewHeader header;

  private TraceviewRecords(ByteView in) {
    this.in = in;
    if (TraceviewHeader.isAt(in, 0)) {
      this.header = TraceviewHeader.read(in, 0);
      this.textVersion = header.version();
      TraceviewStream.show(in, header, new Lists());
      return;
    }
    // Every byte becomes one character, so that what is written is what was read.
    Summary summary =
        Summary.read(in, 0, in.size(), StandardCharsets.ISO_8859_1, threads::add, methods::add);
    this.textVersion = summary.version();
    this.header = TraceviewHeader.read(in, summary.end());
    if (header.streaming()) {
      throw in.fault(summary.end() + 4, "a streaming header after a text part");
    }
  }

  /** The threads and methods of a stream, as a text part would list them. */
  private final class Lists implements TraceviewStream.Visitor {
    @Override
    public void method(String line) {
      methods.add(line.endsWith("\n") ? line.substring(0, line.length() - 1) : line);
    }

    @Override
    public void thread(int id, String name) {
      threads.add(id + "\t" + name);
    }

    @Override
    public void record(long at) {}
  }

  /**
   * Opens a file.
   *
   * @throws TraceFormatException when it is of another format, or has no readable header
   * @throws IOException if it cannot be read
   */
  public static TraceviewRecords open(Path path) throws IOException {
    ByteView in = TraceFile.open(path).bytes();
    boolean isStream =
        TraceviewHeader.isAt(in, 0) && !FormatV2.isVersion(TraceviewHeader.rawVersion(in, 0));
    if (!isStream && !in.startsWith("*version", 0)) {
      throw in.fault(0, "is " + FileKind.of(in) + ", not a Traceview file (*version or SLOW)");
    }
    return new TraceviewRecords(in);
  }

  /** Returns the version in the text part, -1 if it is missing; the header has its own. */
  public int textVersion() {
    return textVersion;
  }

  /** The lines that list threads, each byte a character. */
  public List<String> threadLines() {
    return List.copyOf(threads);
  }

  /** The lines that list methods, each byte a character. */
  public List<String> methodLines() {
    return List.copyOf(methods);
  }

  /** Passes on all records; a record that is cut off at the end is ignored. */
  public void forEach(RecordVisitor visitor) {
    if (header.streaming()) {
      TraceviewStream.show(in, header, new Records(visitor));
      return;
    }
    int size = header.recordSize();
    for (long at = header.data(); in.has(at, size); at += size) {
      record(at, visitor);
    }
  }

  private void record(long at, RecordVisitor visitor) {
    int threadBytes = header.version() == 1 ? 1 : 2;
    int thread = threadBytes == 1 ? in.u1(at) : in.u2(at);
    long word = in.u4(at + threadBytes);
    visitor.record(
        thread, word & ~ACTION, (int) word & ACTION, in.u4(at + threadBytes + Integer.BYTES));
  }

  /** The records of a stream, without the elements between them. */
  private final class Records implements TraceviewStream.Visitor {
    private final RecordVisitor visitor;

    Records(RecordVisitor visitor) {
      this.visitor = visitor;
    }

    @Override
    public void method(String line) {}

    @Override
    public void thread(int id, String name) {}

    @Override
    public void record(long at) {
      TraceviewRecords.this.record(at, visitor);
    }
  }
}
