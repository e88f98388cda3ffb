package dev.dexscope.device.control;

import dev.dexscope.observe.logcat.LogEntry;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A message on the socket between the device and one of its processes: length, kind, fields. */
public sealed interface ControlMessage {
  int MOST_BYTES = 1 << 24;

  /** From a process: it has started, and waits for a request. */
  record Ready(long pid) implements ControlMessage {}

  /** To a process: the program to run. */
  record Start(StartRequest request) implements ControlMessage {}

  /** From a process: monitors and debuggers may connect. */
  record Listening() implements ControlMessage {}

  /** From a process: what its program calls itself. */
  record Named(String name) implements ControlMessage {}

  /** From a process: a message for the log. */
  record Log(LogEntry entry) implements ControlMessage {}

  /** To a process: collect garbage. */
  record Collect() implements ControlMessage {}

  /** To a process: print all threads on the error stream. */
  record DumpThreads() implements ControlMessage {}

  /** To an app: a step that it is to do. */
  record Order(String step) implements ControlMessage {}

  /** From an app: the result of the start, or of a step. */
  record Answer(String text) implements ControlMessage {}

  /**
   * From an app: the report of its instrumentation on a test, or at its end.
   *
   * @param values by their keys
   */
  record TestStatus(boolean isEnd, int code, Map<String, String> values) implements ControlMessage {
    public TestStatus {
      values = new TreeMap<>(values);
    }
  }

  /** From instrumentation: a script for the device's shell. */
  record Script(long number, String text) implements ControlMessage {}

  /** To instrumentation: what a script has written. */
  record Output(long number, byte[] bytes) implements ControlMessage {}

  /** What a process can observe about itself. */
  enum Observation {
    START_TRACE,
    STOP_TRACE,
    DUMP_HEAP
  }

  /**
   * To a process: to do that.
   *
   * @param file of the host, for the trace that begins, or the heap
   * @param micros between samples; 0 for a trace of all calls
   */
  record Observe(Observation what, String file, int micros) implements ControlMessage {}

  /** From a process: it is done, or why it is not. */
  record Observed(String problem) implements ControlMessage {}

  /** Where an app's windows are. */
  enum Place {
    /** On the screen. */
    FRONT,
    /** Below the app that was there before it, to which the user has gone back. */
    BACK,
    /** Below the launcher. */
    HOME
  }

  /** From an app: its windows have moved by what it or its user has done. */
  record Moved(Place place) implements ControlMessage {}

  /**
   * From an app: the first frame of an activity is on the screen, or all of its content is.
   *
   * @param activity {@code PACKAGE/.CLASS}
   * @param nanos since it was requested
   */
  record Displayed(String activity, boolean isFully, long nanos) implements ControlMessage {}

  /** To an app: its windows come to the screen, or leave it for those of another one. */
  record Shown(boolean isShown) implements ControlMessage {}

  /** Its bytes. */
  default byte[] toBytes() {
    WireWriter out = WireWriter.bigEndian();
    switch (this) {
      case Ready ready -> out.u1(1).i8(ready.pid);
      case Start start -> write(out.u1(2), start.request);
      case Listening _ -> out.u1(3);
      case Named named -> out.u1(4).text(named.name);
      case Log log -> write(out.u1(5), log.entry);
      case Collect _ -> out.u1(6);
      case DumpThreads _ -> out.u1(7);
      case Order order -> out.u1(8).text(order.step);
      case Answer answer -> out.u1(9).text(answer.text);
      case TestStatus status -> write(out.u1(10), status);
      case Script script -> out.u1(11).i8(script.number).text(script.text);
      case Output output ->
          out.u1(12).i8(output.number).i4(output.bytes.length).bytes(output.bytes);
      case Observe observe ->
          out.u1(13).text(observe.what.name()).text(observe.file).i4(observe.micros);
      case Observed observed -> out.u1(14).text(observed.problem);
      case Moved moved -> out.u1(15).text(moved.place.name());
      case Shown shown -> out.u1(16).u1(shown.isShown ? 1 : 0);
      case Displayed displayed ->
          out.u1(17).text(displayed.activity).u1(displayed.isFully ? 1 : 0).i8(displayed.nanos);
    }
    byte[] data = out.toBytes();
    return WireWriter.bigEndian().i4(data.length).bytes(data).toBytes();
  }

  /** The next one; null where the peer has ended. */
  static @Nullable ControlMessage read(Link link) throws IOException {
    byte[] header = link.readOrEnd(4);
    if (header == null) {
      return null;
    }
    WireReader head = WireReader.bigEndian(link.peer(), header);
    long length = head.u4();
    if (length > MOST_BYTES) {
      throw head.fault("a message of " + length + " bytes");
    }
    WireReader in = WireReader.bigEndian(link.peer(), link.read((int) length));
    int kind = in.u1();
    return switch (kind) {
      case 1 -> new Ready(in.i8());
      case 2 -> new Start(request(in));
      case 3 -> new Listening();
      case 4 -> new Named(in.text());
      case 5 -> new Log(entry(in));
      case 6 -> new Collect();
      case 7 -> new DumpThreads();
      case 8 -> new Order(in.text());
      case 9 -> new Answer(in.text());
      case 10 -> status(in);
      case 11 -> new Script(in.i8(), in.text());
      case 12 -> new Output(in.i8(), in.bytes(in.count(in.u4(), 1)));
      case 13 -> new Observe(constant(in, Observation.class), in.text(), in.i4());
      case 14 -> new Observed(in.text());
      case 15 -> new Moved(constant(in, Place.class));
      case 16 -> new Shown(in.u1() != 0);
      case 17 -> new Displayed(in.text(), in.u1() != 0, in.i8());
      default -> throw in.fault("unknown kind " + kind);
    };
  }

  private static <E extends Enum<E>> E constant(WireReader in, Class<E> type) throws IOException {
    String name = in.text();
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw in.fault("unknown " + type.getSimpleName().toLowerCase(Locale.ROOT) + " " + name);
    }
  }

  private static void write(WireWriter out, StartRequest request) {
    out.text(request.name())
        .text(request.packageName())
        .i4(request.uid())
        .u1(request.isDebuggable() ? 1 : 0)
        .u1(request.waits() ? 1 : 0);
    write(out, request.classPath());
    out.text(request.mainClass());
    write(out, request.arguments());
    out.text(request.root()).text(request.folder()).text(request.appRequest());
  }

  private static StartRequest request(WireReader in) {
    return new StartRequest(
        in.text(),
        in.text(),
        in.i4(),
        in.u1() != 0,
        in.u1() != 0,
        texts(in),
        in.text(),
        texts(in),
        in.text(),
        in.text(),
        in.text());
  }

  private static void write(WireWriter out, List<String> texts) {
    out.i4(texts.size());
    texts.forEach(out::text);
  }

  private static List<String> texts(WireReader in) {
    int count = in.count(in.u4(), 4);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(in.text());
    }
    return texts;
  }

  private static void write(WireWriter out, TestStatus status) {
    out.u1(status.isEnd ? 1 : 0).i4(status.code).i4(status.values.size());
    status.values.forEach((key, value) -> out.text(key).text(value));
  }

  private static TestStatus status(WireReader in) {
    boolean isEnd = in.u1() != 0;
    int code = in.i4();
    int count = in.count(in.u4(), 8);
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      values.put(in.text(), in.text());
    }
    return new TestStatus(isEnd, code, values);
  }

  private static void write(WireWriter out, LogEntry entry) {
    out.i8(entry.time().toEpochMilli())
        .i4(entry.buffer())
        .i4(entry.priority())
        .i8(entry.pid())
        .i8(entry.tid())
        .text(entry.tag())
        .text(entry.message());
  }

  private static LogEntry entry(WireReader in) {
    return new LogEntry(
        Instant.ofEpochMilli(in.i8()), in.i4(), in.i4(), in.i8(), in.i8(), in.text(), in.text());
  }
}
