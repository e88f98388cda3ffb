package dev.dexscope.trace.read.perf;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.Kinds;
import dev.dexscope.trace.read.sampled.Stacks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The output of {@code simpleperf report-sample --protobuf}: records after their lengths. Threads
 * and files follow the samples that name them, so the file is read twice. Field numbers are those
 * of simpleperf's cmd_report_sample.proto.
 */
public final class SimpleperfReport {
  /** Followed by a version in two bytes. */
  public static final String MAGIC = "SIMPLEPERF";

  private static final int VERSION = 1;
  private static final int SAMPLE = 1;
  private static final int LOST = 2;
  private static final int FILE = 3;
  private static final int THREAD = 4;
  private static final int META_INFO = 5;

  private final ByteView in;
  private final ThreadTable threads;
  private final Frames frames;
  private final Map<Long, BinaryFile> files = new HashMap<>();
  private final Map<Long, Long> processes = new HashMap<>();
  private final List<String> eventTypes = new ArrayList<>();
  private String app = "";
  private long lost;
  private boolean isWhole;

  private record BinaryFile(String name, List<String> symbols) {}

  private SimpleperfReport(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.frames = new Frames(methods);
  }

  /**
   * Reads a file whole.
   *
   * @param asked the event whose samples to take; empty for the first
   */
  public static TraceFormat read(
      ByteView in, ThreadTable threads, MethodIds methods, String asked) {
    return new SimpleperfReport(in, threads, methods).read(asked);
  }

  private TraceFormat read(String asked) {
    if (in.u2(MAGIC.length()) != VERSION) {
      throw in.fault(
          MAGIC.length(), "version " + in.u2(MAGIC.length()) + " of simpleperf's report");
    }
    records(record -> {
      switch (record.number()) {
        case LOST -> lost = field(record.value(), 2);
        case FILE -> file(record.value());
        case THREAD -> thread(record.value());
        case META_INFO -> metaInfo(record.value());
        default -> {}
      }
    });
    if (eventTypes.isEmpty()) {
      eventTypes.add("events");
    }
    int event = Kinds.choose(in, asked, eventTypes, 0);
    var samples = new EventSamples(in, eventTypes.get(event));
    records(record -> {
      if (record.number() == SAMPLE) {
        sample(record.value(), event, samples);
      }
    });
    samples.key("app", app);
    samples.key("lost-samples", lost == 0 ? "" : Long.toString(lost));
    samples.key("cut-off", isWhole ? "" : "the end of the file is missing");
    return samples.profile("simpleperf report", "");
  }

  private interface Use {
    void of(ProtoReader record);
  }

  /** Goes through the records up to the one without a length. */
  private void records(Use use) {
    long at = MAGIC.length() + 2L;
    isWhole = false;
    while (in.has(at, 4) && !isWhole) {
      long length = in.u4(at);
      if (!in.has(at + 4, length)) {
        return;
      }
      isWhole = length == 0;
      var record = new ProtoReader(in.slice(at + 4, length));
      while (record.next()) {
        if (record.wireType() == ProtoReader.LENGTH) {
          use.of(record);
        }
      }
      at += 4 + length;
    }
  }

  private static long field(ByteView message, int number) {
    long value = 0;
    var fields = new ProtoReader(message);
    while (fields.next()) {
      if (fields.number() == number && fields.wireType() == ProtoReader.VARINT) {
        value = ProtoReader.varint(fields.value());
      }
    }
    return value;
  }

  private static String text(ProtoReader field) {
    return field.value().text(0, field.value().size());
  }

  private void file(ByteView message) {
    String path = "";
    List<String> symbols = new ArrayList<>();
    var fields = new ProtoReader(message);
    while (fields.next()) {
      switch (fields.number()) {
        case 2 -> path = text(fields);
        case 3 -> symbols.add(text(fields));
        default -> {}
      }
    }
    files.put(
        field(message, 1), new BinaryFile(path.substring(path.lastIndexOf('/') + 1), symbols));
  }

  private void thread(ByteView message) {
    long tid = field(message, 1);
    processes.put(tid, field(message, 2));
    var fields = new ProtoReader(message);
    while (fields.next()) {
      if (fields.number() == 3) {
        threads.name(tid, text(fields));
      }
    }
  }

  private void metaInfo(ByteView message) {
    var fields = new ProtoReader(message);
    while (fields.next()) {
      switch (fields.number()) {
        case 1 -> eventTypes.add(text(fields));
        case 2 -> app = text(fields);
        default -> {}
      }
    }
  }

  private void sample(ByteView message, int event, EventSamples samples) {
    long tid = 0;
    long time = 0;
    long count = 0;
    long type = 0;
    List<Integer> chain = new ArrayList<>();
    var fields = new ProtoReader(message);
    while (fields.next()) {
      switch (fields.number()) {
        case 1 -> time = ProtoReader.varint(fields.value());
        case 2 -> tid = ProtoReader.varint(fields.value());
        case 3 -> chain.add(frame(fields.value()));
        case 4 -> count = ProtoReader.varint(fields.value());
        case 5 -> type = ProtoReader.varint(fields.value());
        default -> {}
      }
    }
    if (type != event) {
      return;
    }
    int stack = Stacks.EMPTY;
    for (int i = chain.size() - 1; i >= 0; i--) {
      stack = samples.stacks().of(stack, chain.get(i));
    }
    samples.add(
        message.start() - in.start(),
        threads.indexOf(tid),
        processes.getOrDefault(tid, tid),
        stack,
        time,
        count);
  }

  private int frame(ByteView entry) {
    long address = field(entry, 1);
    long symbol = field(entry, 3);
    BinaryFile file = files.get(field(entry, 2));
    if (file == null) {
      throw entry.fault(0, "no file " + field(entry, 2));
    }
    return symbol >= 0 && symbol < file.symbols().size()
        ? frames.inLibrary(file.name(), file.symbols().get((int) symbol))
        : frames.of(file.name(), "+0x" + Long.toHexString(address), "");
  }
}
