package dev.dexscope.trace.read.perf;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.Kinds;
import dev.dexscope.trace.read.sampled.Stacks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code perf.data} of simpleperf, or of Linux's perf, in its file form: events, records of
 * mappings, threads and samples, followed by features. Names of code are those that simpleperf has
 * put into its file feature; perf keeps none in the file, so that its code is named by library and
 * offset. The layout is that of tools/perf/Documentation/perf.data-file-format.txt and
 * include/uapi/linux/perf_event.h in Linux, and of simpleperf's record_file_format.h.
 */
public final class PerfDataFile {
  public static final String MAGIC = "PERFILE2";

  private static final int HEADER = 104;
  private static final int SECTION = 16;
  private static final int FEATURES_AT = 72;
  private static final int FEATURE_BITS = 256;
  private static final int MOST_EVENTS = 1 << 10;

  private static final int EVENT_DESC = 12;
  private static final int FILE = 128;
  private static final int META_INFO = 129;
  private static final int FILE2 = 132;

  private static final int MMAP = 1;
  private static final int LOST = 2;
  private static final int COMM = 3;
  private static final int FORK = 7;
  private static final int SAMPLE = 9;
  private static final int MMAP2 = 10;
  private static final int AUXTRACE = 71;
  private static final int COMPRESSED = 81;
  private static final int COMPRESSED2 = 83;

  /** From here on the types are simpleperf's, whose records have a length of four bytes. */
  private static final int OF_SIMPLEPERF = 32768;

  private static final int EVENT_ID = 32774;

  /** The mode of the running code: the low bits of a record's misc field. */
  private static final int CPU_MODE = 7;

  private static final int IN_KERNEL = 1;
  private static final int MMAP_DATA = 1 << 13;

  /** simpleperf's: code of the runtime's compiler, with its symbols at its addresses. */
  private static final int JIT_SYMBOLS = 0x4000;

  private static final int PROTECTION_AT = 56;

  /** Addresses from here on are marks: what follows is the kernel's, or the user's. */
  private static final long FIRST_MARK = -4095;

  private static final long MARK_KERNEL = -128;

  private final ByteView in;
  private final ThreadTable threads;
  private final List<EventAttribute> events = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Map<Long, Integer> eventOfId = new HashMap<>();
  private final Map<Integer, ByteView> features = new LinkedHashMap<>();
  private final Map<String, String> metaInfo = new LinkedHashMap<>();
  private final AddressSpaces spaces;
  private long lost;

  private PerfDataFile(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.spaces = new AddressSpaces(in, new Frames(methods));
  }

  /**
   * Reads a file whole.
   *
   * @param asked the event whose samples to take; empty for the first
   */
  public static TraceFormat read(
      ByteView in, ThreadTable threads, MethodIds methods, String asked) {
    return new PerfDataFile(in, threads, methods).read(asked);
  }

  private TraceFormat read(String asked) {
    if (in.i8(8) != HEADER) {
      throw in.fault(8, "is not a perf.data in file form, which a pipe (-o -) does not write");
    }
    features();
    attributes();
    metaInfo();
    eventNames();
    ByteView files = features.get(FILE);
    ByteView newFiles = features.get(FILE2);
    if (files != null) {
      spaces.describe(FileFeature.read(files, false));
    } else if (newFiles != null) {
      spaces.describe(FileFeature.read(newFiles, true));
    }
    int event = Kinds.choose(in, asked, names, 0);
    var samples = new EventSamples(in, names.get(event));
    ByteView data = section(40);
    boolean isWhole = records(data, event, samples);
    samples.key("events", names.size() > 1 ? String.join(", ", names) : "");
    samples.key("lost-samples", lost == 0 ? "" : Long.toString(lost));
    samples.key("cut-off", isWhole ? "" : "the end of the file is missing");
    metaInfo.forEach((key, value) -> {
      if (!key.equals("event_type_info")) {
        samples.key(key, value);
      }
    });
    boolean isSimpleperf = !metaInfo.isEmpty();
    return samples.profile(isSimpleperf ? "simpleperf recording" : "perf recording", "");
  }

  /** Returns the part of the file at an offset and with a length, both read at {@code at}. */
  private ByteView section(long at) {
    long offset = in.i8(at);
    long length = in.i8(at + 8);
    if (offset < 0 || length < 0 || offset > in.size()) {
      throw in.fault(at, "a section of " + length + " bytes at " + offset);
    }
    return in.slice(offset, Math.min(length, in.size() - offset));
  }

  private void features() {
    long at = in.i8(40) + in.i8(48);
    for (int bit = 0; bit < FEATURE_BITS; bit++) {
      boolean isSet = (in.u1(FEATURES_AT + bit / 8) & 1 << bit % 8) != 0;
      if (isSet && in.has(at, SECTION)) {
        features.put(bit, section(at));
        at += SECTION;
      }
    }
  }

  private void attributes() {
    long size = in.i8(16);
    ByteView section = section(24);
    if (size < EventAttribute.SMALLEST + SECTION || section.size() < size) {
      throw in.fault(16, "events of " + size + " bytes");
    }
    long count = section.size() / size;
    if (count > MOST_EVENTS) {
      throw in.fault(24, count + " events");
    }
    for (int i = 0; i < count; i++) {
      events.add(EventAttribute.read(section, i * size));
      ids(section(section.start() - in.start() + i * size + size - SECTION), i);
    }
  }

  private void ids(ByteView section, int event) {
    for (long at = 0; section.has(at, Long.BYTES); at += Long.BYTES) {
      eventOfId.put(section.i8(at), event);
    }
  }

  /** Reads keys and values, each terminated by a zero. */
  private void metaInfo() {
    ByteView section = features.get(META_INFO);
    String key = "";
    for (long at = 0; section != null && at < section.size(); ) {
      long end = section.indexOf(0, at, section.size());
      end = end < 0 ? section.size() : end;
      String text = section.text(at, end - at);
      if (key.isEmpty()) {
        key = text;
      } else {
        metaInfo.put(key, text);
        key = "";
      }
      at = end + 1;
    }
  }

  private void eventNames() {
    List<String> described = described();
    for (int i = 0; i < events.size(); i++) {
      EventAttribute event = events.get(i);
      String name = i < described.size() ? described.get(i) : ofMetaInfo(event);
      names.add(name.isEmpty() ? event.usualName() : name);
    }
  }

  /** simpleperf: lines of {@code name,type,config}. */
  private String ofMetaInfo(EventAttribute event) {
    for (String line : metaInfo.getOrDefault("event_type_info", "").split("\n", -1)) {
      if (line.endsWith("," + event.type() + "," + Long.toUnsignedString(event.config()))) {
        return line.substring(0, line.indexOf(','));
      }
    }
    return "";
  }

  /** perf: each event again, with its name and its ids. */
  private List<String> described() {
    List<String> described = new ArrayList<>();
    ByteView section = features.get(EVENT_DESC);
    if (section == null) {
      return described;
    }
    long count = Math.min(section.u4(0), events.size());
    long size = section.u4(4);
    long at = 8;
    for (long i = 0; i < count; i++) {
      long ids = section.u4(at + size);
      long length = section.u4(at + size + 4);
      String name = section.text(at + size + 8, length);
      int end = name.indexOf('\0');
      described.add(end < 0 ? name : name.substring(0, end));
      at += size + 8 + length + Long.BYTES * ids;
    }
    return described;
  }

  /** Goes through the records; false where the file ends inside of one. */
  private boolean records(ByteView data, int event, EventSamples samples) {
    long at = 0;
    while (data.has(at, 8)) {
      int type = data.i4(at);
      int misc = data.u2(at + 4);
      long size = data.u2(at + 6);
      if (type >= OF_SIMPLEPERF) {
        size |= (long) misc << 16;
      }
      if (size < 8) {
        throw data.fault(at, "a record of " + size + " bytes");
      }
      if (!data.has(at, size)) {
        return false;
      }
      record(type, misc, data.slice(at + 8, size - 8), event, samples);
      at += size + (type == AUXTRACE ? Math.max(0, data.i8(at + 8)) : 0);
    }
    return data.size() >= in.i8(48);
  }

  private void record(int type, int misc, ByteView body, int event, EventSamples samples) {
    long at = body.start() - in.start();
    switch (type) {
      case MMAP -> {
        if ((misc & MMAP_DATA) == 0) {
          map(misc, body, 32);
        }
      }
      case MMAP2 -> {
        // Dex code that is interpreted is mapped as data.
        if ((misc & MMAP_DATA) == 0) {
          map(misc, body, 64);
        }
      }
      case COMM -> threads.name(body.u4(4), text(body, 8));
      case FORK -> spaces.fork(at, body.u4(0), body.u4(4));
      case LOST -> lost += body.i8(8);
      case EVENT_ID -> {
        for (long i = 8; body.has(i, 16); i += 16) {
          long number = body.i8(i);
          if (number >= 0 && number < events.size()) {
            eventOfId.put(body.i8(i + 8), (int) number);
          }
        }
      }
      case SAMPLE -> sample(body, event, samples);
      case COMPRESSED, COMPRESSED2 ->
          throw body.fault(0, "records are compressed (zstd); record without -z");
      default -> {}
    }
  }

  private void map(int misc, ByteView body, int nameAt) {
    boolean inKernel = (misc & CPU_MODE) == IN_KERNEL || body.u4(0) == AddressSpaces.KERNEL;
    spaces.map(
        body.start() - in.start(),
        inKernel ? AddressSpaces.KERNEL : body.u4(0),
        body.i8(8),
        body.i8(16),
        body.i8(24),
        kernelName(text(body, nameAt)),
        nameAt > PROTECTION_AT && (body.i4(PROTECTION_AT) & JIT_SYMBOLS) != 0);
  }

  /** The kernel is mapped as {@code [kernel.kallsyms]_text}. */
  private static String kernelName(String path) {
    int end = path.indexOf(']');
    return path.startsWith("[kernel.kallsyms") && end > 0 ? "[kernel.kallsyms]" : path;
  }

  private static String text(ByteView body, long at) {
    long end = body.indexOf(0, at, body.size());
    return body.text(at, (end < 0 ? body.size() : end) - at);
  }

  private void sample(ByteView body, int event, EventSamples samples) {
    int idAt = events.getFirst().idOffset();
    boolean isTold = events.size() > 1 && idAt >= 0;
    int of = isTold ? eventOfId.getOrDefault(body.i8(idAt), 0) : 0;
    if (of != event) {
      return;
    }
    EventAttribute.Sample sample = events.get(of).sample(body);
    samples.add(
        body.start() - in.start(),
        threads.indexOf(sample.tid()),
        sample.pid(),
        stack(sample, body, samples.stacks()),
        sample.time(),
        sample.count());
  }

  /** The chain is innermost first, with marks between the kernel's part and the user's. */
  private int stack(EventAttribute.Sample sample, ByteView body, Stacks stacks) {
    CodeFrame[] frames = new CodeFrame[(int) sample.chainLength() + 1];
    int count = 0;
    boolean inKernel = false;
    for (long i = 0; i < sample.chainLength(); i++) {
      long address = body.i8(sample.chainAt() + Long.BYTES * i);
      if (address >= FIRST_MARK && address < 0) {
        inKernel = address == MARK_KERNEL;
      } else {
        frames[count++] = spaces.frame(sample.pid(), address, inKernel);
      }
    }
    if (count == 0) {
      frames[count++] = spaces.frame(sample.pid(), sample.ip(), sample.ip() < 0);
    }
    int[] methods = CodeFrame.program(Arrays.copyOf(frames, count));
    int stack = Stacks.EMPTY;
    for (int i = methods.length - 1; i >= 0; i--) {
      stack = stacks.of(stack, methods[i]);
    }
    return stack;
  }
}
