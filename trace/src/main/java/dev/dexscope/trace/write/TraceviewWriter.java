package dev.dexscope.trace.write;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.TemporaryFile;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes Traceview traces, versions 1 to 3, as a file or as a stream. A record is put into a buffer
 * without allocating. In a file the text comes first and names all methods, so that the records
 * wait in a temporary file until the trace is closed; a stream is written as it goes.
 *
 * <pre>{@code
 * try (var trace = TraceviewWriter.file(Path.of("app.trace"), 3, Clock.DUAL)) {
 *   trace.thread(1, "main");
 *   trace.method(new Method(4, "app.Main", "run", "()V", "Main.java", 7));
 *   trace.record(1, 4, TraceviewWriter.ENTER, 0, 0);
 *   trace.record(1, 4, TraceviewWriter.EXIT, 900, 1000);
 *   trace.key("vm", "dexscope");
 * }
 * }</pre>
 */
public final class TraceviewWriter implements Closeable {
  public static final int ENTER = 0;
  public static final int EXIT = 1;
  public static final int UNROLL = 2;

  /** The value of {@code vm} in Dexscope's own traces. */
  public static final String VM = "dexscope";

  /** The key of a sampled trace's interval in microseconds; every call is in one without it. */
  public static final String SAMPLING_INTERVAL = "sampling-interval-usec";

  private static final int MAGIC = 0x574f4c53;
  private static final int HEADER = 32;
  private static final int STREAMING = 0xf0;
  private static final int BUFFER = 1 << 16;
  private static final int LARGEST_RECORD = 14;

  /** Stands at the end of a header whose times are elapsed ones; zeros for other clocks. */
  private static final byte[] WALL = "wall".getBytes(StandardCharsets.US_ASCII);

  private static final int METHOD_PACKET = 1;
  private static final int THREAD_PACKET = 2;
  private static final int SUMMARY_PACKET = 3;

  /** Writes the whole file at the end; not used for a stream. */
  private interface Target {
    void write(Contents contents) throws IOException;
  }

  private interface Contents {
    void writeTo(OutputStream out) throws IOException;
  }

  private final @Nullable Target target;
  private final @Nullable TemporaryFile records;
  private final int version;
  private final Clock clock;
  private final OutputStream out;
  private final Map<String, String> keys = new LinkedHashMap<>();
  private final StringBuilder threads = new StringBuilder();
  private final StringBuilder methods = new StringBuilder();
  private final byte[] buffer = new byte[BUFFER];
  private int used;
  private long startMicros;
  private boolean closed;

  private TraceviewWriter(
      @Nullable Target target,
      @Nullable TemporaryFile records,
      OutputStream out,
      int version,
      Clock clock) {
    if (version < 1 || version > 3 || (version == 3) != (clock == Clock.DUAL)) {
      throw new IllegalArgumentException("version " + version + " with clock " + clock.key());
    }
    this.target = target;
    this.records = records;
    this.version = version;
    this.clock = clock;
    this.out = out;
    if (isStreaming()) {
      header();
    }
  }

  private boolean isStreaming() {
    return target == null;
  }

  /**
   * A trace that is a file: it appears when it is closed.
   *
   * @throws IOException if it cannot be written
   */
  public static TraceviewWriter file(Path target, int version, Clock clock) throws IOException {
    return file((Contents contents) -> OutputFile.write(target, contents::writeTo), version, clock);
  }

  /**
   * A file's contents, written when the trace is closed; {@code out} is left open.
   *
   * @throws IOException if it cannot be written
   */
  public static TraceviewWriter file(OutputStream out, int version, Clock clock)
      throws IOException {
    return file((Contents contents) -> contents.writeTo(out), version, clock);
  }

  private static TraceviewWriter file(Target target, int version, Clock clock) throws IOException {
    var records = new TemporaryFile();
    return new TraceviewWriter(target, records, records.output(), version, clock);
  }

  /**
   * Returns a writer of a stream: what was written so far can be read at any time.
   *
   * @throws IOException if it cannot be written
   */
  public static TraceviewWriter streaming(Path target, int version, Clock clock)
      throws IOException {
    return new TraceviewWriter(null, null, Files.newOutputStream(target), version, clock);
  }

  /** A stream into {@code out}, which is left open. */
  public static TraceviewWriter streaming(OutputStream out, int version, Clock clock) {
    var open =
        new FilterOutputStream(out) {
          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
          }

          @Override
          public void close() throws IOException {
            flush();
          }
        };
    return new TraceviewWriter(null, null, open, version, clock);
  }

  /**
   * Sets the start time of the trace; called before the first record.
   *
   * @throws IOException if an I/O error occurs
   */
  public void start(long micros) throws IOException {
    startMicros = micros;
    if (isStreaming() && used == HEADER) {
      used = 0;
      header();
    }
  }

  /** A line of the text part: {@code vm=art}. */
  public void key(String name, String value) {
    keys.put(name, value);
  }

  /**
   * Names a thread.
   *
   * @throws IOException if it cannot be written
   */
  public void thread(int id, String name) throws IOException {
    threads.append(id).append('\t').append(name).append('\n');
    if (isStreaming()) {
      byte[] text = name.getBytes(StandardCharsets.UTF_8);
      packet(THREAD_PACKET);
      u2(id);
      u2(text.length);
      bytes(text);
    }
  }

  /**
   * Names a method; its id's two low bits are zero, they hold a record's action.
   *
   * @throws IOException if it cannot be written
   */
  public void method(Method method) throws IOException {
    String line =
        "0x"
            + Long.toHexString(method.id())
            + "\t"
            + String.join(
                "\t", method.className(), method.name(), method.signature(), method.file())
            + (method.line() >= 0 ? "\t" + method.line() : "")
            + "\n";
    methods.append(line);
    if (isStreaming()) {
      byte[] text = line.getBytes(StandardCharsets.UTF_8);
      packet(METHOD_PACKET);
      u2(text.length);
      bytes(text);
    }
  }

  /**
   * A record.
   *
   * @param thread 1 to 65,535; to 255 in version 1
   * @param time microseconds: of CPU time where the trace has that clock, else elapsed
   * @param wall elapsed microseconds, version 3 only
   * @throws IOException if it cannot be written
   */
  public void record(int thread, int method, int action, long time, long wall) throws IOException {
    if (used + LARGEST_RECORD > BUFFER) {
      flush();
    }
    if (version == 1) {
      buffer[used++] = (byte) thread;
    } else {
      u2(thread);
    }
    u4(method | action);
    u4((int) time);
    if (version == 3) {
      u4((int) wall);
    }
  }

  private void packet(int type) throws IOException {
    flush();
    if (version == 1) {
      buffer[used++] = 0;
    } else {
      u2(0);
    }
    buffer[used++] = (byte) type;
  }

  private void header() {
    int from = used;
    u4(MAGIC);
    u2(isStreaming() ? version | STREAMING : version);
    u2(HEADER);
    u4((int) startMicros);
    u4((int) (startMicros >>> 32));
    if (version == 3) {
      u2(LARGEST_RECORD);
    }
    Arrays.fill(buffer, used, from + HEADER, (byte) 0);
    used = from + HEADER;
    if (!clock.hasCpu()) {
      // The summary contains it too, but a stream that was cut off has no summary.
      System.arraycopy(WALL, 0, buffer, used - WALL.length, WALL.length);
    }
  }

  private void u2(int value) {
    buffer[used++] = (byte) value;
    buffer[used++] = (byte) (value >> 8);
  }

  private void u4(int value) {
    u2(value);
    u2(value >> 16);
  }

  private void bytes(byte[] bytes) throws IOException {
    flush();
    out.write(bytes);
  }

  private void flush() throws IOException {
    out.write(buffer, 0, used);
    used = 0;
  }

  private byte[] summary() {
    var text = new StringBuilder("*version\n").append(version).append('\n');
    keys.putIfAbsent("data-file-overflow", "false");
    keys.putIfAbsent("clock", clock.key());
    keys.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    text.append("*threads\n").append(threads);
    text.append("*methods\n").append(methods).append("*end\n");
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (target == null || records == null) {
      byte[] summary = summary();
      packet(SUMMARY_PACKET);
      u4(summary.length);
      bytes(summary);
      out.close();
      return;
    }
    try (records) {
      flush();
      target.write(to -> whole(records, to));
    }
  }

  private void whole(TemporaryFile from, OutputStream to) throws IOException {
    to.write(summary());
    header();
    to.write(buffer, 0, used);
    from.copyTo(to);
    to.flush();
  }
}
