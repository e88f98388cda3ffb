package dev.dexscope.trace.read.proto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.StoredTrees;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.Kinds;
import dev.dexscope.trace.read.sampled.LineSamples;
import dev.dexscope.trace.read.sampled.SourceStacks;
import dev.dexscope.trace.read.sampled.SourceStacks.At;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * pprof's profile.proto, from any exporter. Samples refer to messages after them, so the file is
 * read twice. Field numbers are those of github.com/google/pprof, proto/profile.proto.
 */
public final class PprofFile {
  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int MAPPING = 3;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING_TABLE = 6;
  private static final int TIME_NANOS = 9;
  private static final int DURATION_NANOS = 10;
  private static final int COMMENT = 13;
  private static final int DEFAULT_SAMPLE_TYPE = 14;
  private static final int NONE = -1;

  /** The tag of a value's type. */
  private static final int FIRST = SAMPLE_TYPE << 3 | ProtoReader.LENGTH;

  /** The bytes of a number of 64 bits. */
  private static final int LONGEST_NUMBER = 10;

  /** The prefix of comments that our own exporter writes: a trace's key and value. */
  private static final String KEY = "dexscope: ";

  /** More than seventy years. */
  private static final long MOST_NANOS = 1L << 61;

  private final ByteView in;
  private final ThreadTable threads;
  private final Frames frames;
  private final String asked;
  private final List<String> strings = new ArrayList<>();
  private final List<ValueType> types = new ArrayList<>();
  private final Map<Long, ByteView> functions = new HashMap<>();
  private final Map<Long, ByteView> locations = new HashMap<>();
  private final Map<Long, ByteView> mappings = new HashMap<>();
  private final LineSamples lines = new LineSamples();
  private final SourceStacks source;

  /** The frames at each place in the code, the outermost first. */
  private final Map<Long, List<At>> sites = new HashMap<>();

  private final CallTreeBuilder nodes = new CallTreeBuilder();
  private final Map<String, Root> roots = new LinkedHashMap<>();
  private final Map<String, String> keys = new LinkedHashMap<>();
  private long timeNanos;
  private long durationNanos;
  private long defaultType;
  private long sum;

  /** The type and unit of a column's values, as numbers of strings. */
  private record ValueType(long type, long unit) {}

  /** The columns that are used; -1 if missing. */
  private record Columns(int wall, int cpu, int calls, double wallUnit, double cpuUnit) {}

  /** The root of a thread's calls, and the thread's number. */
  private record Root(int node, int thread) {}

  private PprofFile(ByteView in, ThreadTable threads, MethodIds methods, String asked) {
    this.in = in;
    this.threads = threads;
    this.frames = new Frames(methods);
    this.source = new SourceStacks(frames, methods);
    this.asked = asked;
  }

  /**
   * Returns whether the first field is the type of a value: two small numbers. Go's run time writes
   * the time before it.
   */
  public static boolean isAt(ByteView in) {
    long at = 0;
    if (in.has(0, 1) && in.u1(0) == TIME_NANOS << 3) {
      do {
        at++;
      } while (at <= LONGEST_NUMBER && in.has(at, 1) && in.u1(at) > 0x7f);
      at++;
    }
    if (!in.has(at, 4) || in.u1(at) != FIRST || in.u1(at + 1) > 22) {
      return false;
    }
    int tag = in.u1(at + 2);
    return tag == 0x08 || tag == 0x10;
  }

  /**
   * Reads a file whole.
   *
   * @param asked the values to take; empty for the usual ones
   */
  public static StoredTrees read(
      ByteView in, ThreadTable threads, MethodIds methods, String asked) {
    return new PprofFile(in, threads, methods, asked).read();
  }

  private StoredTrees read() {
    tables();
    Columns columns = columns();
    var all = new ProtoReader(in);
    while (all.next()) {
      if (all.number() == SAMPLE) {
        sample(all.value(), columns);
      }
    }
    List<CallTree> trees = new ArrayList<>();
    long longest = 0;
    for (Root root : roots.values()) {
      CallTree tree = nodes.build(root.node());
      trees.add(tree);
      longest = Math.max(longest, Math.max(tree.inclusiveWall(0), tree.inclusiveCpu(0)));
    }
    boolean sampled = columns.calls() == NONE || "true".equals(keys.remove("sampled"));
    Clock clock =
        columns.wall() == NONE ? Clock.THREAD_CPU : columns.cpu() == NONE ? Clock.WALL : Clock.DUAL;
    var info =
        new TraceInfo(
            in.file(),
            "pprof profile",
            1,
            0,
            clock,
            timeNanos / 1000,
            durationNanos > 0 ? durationNanos : longest,
            "",
            NONE,
            sampled,
            false,
            0,
            Collections.unmodifiableMap(keys));
    return new StoredTrees(info, threads, trees, lines.times());
  }

  private void tables() {
    List<Long> comments = new ArrayList<>();
    var all = new ProtoReader(in);
    while (all.next()) {
      switch (all.number()) {
        case SAMPLE_TYPE -> {
          ProtoMessage type = new ProtoMessage(all.value());
          types.add(new ValueType(type.number(1), type.number(2)));
        }
        case MAPPING -> mappings.put(new ProtoMessage(all.value()).number(1), all.value());
        case LOCATION -> locations.put(new ProtoMessage(all.value()).number(1), all.value());
        case FUNCTION -> functions.put(new ProtoMessage(all.value()).number(1), all.value());
        case STRING_TABLE -> strings.add(ProtoMessage.text(all.value()));
        case TIME_NANOS -> timeNanos = ProtoReader.varint(all.value());
        case DURATION_NANOS -> durationNanos = ProtoReader.varint(all.value());
        case COMMENT -> {
          var numbers = new ProtoNumbers();
          numbers.add(all);
          for (int i = 0; i < numbers.size(); i++) {
            comments.add(numbers.get(i));
          }
        }
        case DEFAULT_SAMPLE_TYPE -> defaultType = ProtoReader.varint(all.value());
        default -> {}
      }
    }
    for (long comment : comments) {
      String text = string(comment);
      int equals = text.indexOf('=');
      if (text.startsWith(KEY) && equals > 0) {
        keys.put(text.substring(KEY.length(), equals), text.substring(equals + 1));
      }
    }
  }

  private String string(long number) {
    if (number < 0 || number >= strings.size()) {
      throw in.fault(0, "text " + number + " of " + strings.size());
    }
    return strings.get((int) number);
  }

  private Columns columns() {
    List<String> names = types.stream().map(type -> string(type.type())).toList();
    if (names.isEmpty()) {
      throw in.fault(0, "a profile without values");
    }
    int wall = names.indexOf("wall");
    int cpu = names.indexOf("cpu");
    int calls = names.indexOf("calls");
    if (asked.isEmpty() && wall >= 0) {
      return new Columns(wall, cpu, calls, unit(wall), unit(cpu));
    }
    int usual = defaultType == 0 ? NONE : names.indexOf(string(defaultType));
    int chosen = Kinds.choose(in, asked, names, usual < 0 ? names.size() - 1 : usual);
    keys.putAll(Kinds.keys(names, names.get(chosen)));
    return chosen == cpu
        ? new Columns(NONE, cpu, calls, 1, unit(cpu))
        : new Columns(chosen, NONE, calls, unit(chosen), 1);
  }

  /** Returns the number of nanoseconds in a unit of a column. */
  private double unit(int column) {
    if (column == NONE) {
      return 1;
    }
    String name = string(types.get(column).unit());
    return switch (name) {
      case "nanoseconds" -> 1;
      case "microseconds" -> 1e3;
      case "milliseconds" -> 1e6;
      case "seconds" -> 1e9;
      default -> {
        keys.put(TraceInfo.WEIGHTS, name.equals("count") ? string(types.get(column).type()) : name);
        yield 1;
      }
    };
  }

  private void sample(ByteView sample, Columns columns) {
    var path = new ProtoNumbers();
    var values = new ProtoNumbers();
    String thread = "";
    long tid = NONE;
    var fields = new ProtoReader(sample);
    while (fields.next()) {
      switch (fields.number()) {
        case 1 -> path.add(fields);
        case 2 -> values.add(fields);
        case 3 -> {
          ProtoMessage label = new ProtoMessage(fields.value());
          String key = string(label.number(1));
          switch (key) {
            case "thread", "thread_name", "thread name" -> thread = string(label.number(2));
            case "tid", "thread_id", "thread id" -> tid = label.number(3);
            default -> {}
          }
        }
        default -> {}
      }
    }
    long wall = value(values, columns.wall(), columns.wallUnit(), sample);
    long cpu = value(values, columns.cpu(), columns.cpuUnit(), sample);
    Root root = root(thread, tid);
    int node = root.node();
    nodes.addTime(node, wall, cpu);
    int place = LineSamples.EMPTY;
    List<At> stack = new ArrayList<>();
    for (int i = path.size() - 1; i >= 0; i--) {
      stack.addAll(site(path.get(i)));
    }
    for (At at : source.of(stack)) {
      node = nodes.child(node, at.method());
      nodes.add(node, columns.calls() == NONE ? 1 : 0, 0, wall, cpu);
      place = lines.of(place, at.method(), at.line());
    }
    lines.add(root.thread(), place, columns.wall() == NONE ? cpu : wall);
    if (columns.calls() != NONE && columns.calls() < values.size()) {
      long calls = values.get(columns.calls());
      if (calls < 0) {
        throw sample.fault(0, "a path with " + calls + " calls");
      }
      nodes.add(node, calls, 0, 0, 0);
    }
  }

  private long value(ProtoNumbers values, int column, double unit, ByteView sample) {
    if (column == NONE || column >= values.size()) {
      return 0;
    }
    long nanos = Math.round(values.get(column) * unit);
    if (unit == 1) {
      nanos = values.get(column);
    }
    if (nanos < 0 || nanos > MOST_NANOS - sum) {
      throw sample.fault(0, "a sample of " + values.get(column) + ", or samples of too much time");
    }
    sum += nanos;
    return nanos;
  }

  private Root root(String name, long tid) {
    String key = name + '\0' + tid;
    Root known = roots.get(key);
    if (known != null) {
      return known;
    }
    long id = tid > 0 ? tid : -1L - roots.size();
    threads.name(id, name.isEmpty() ? tid > 0 ? "thread " + tid : "all threads" : name);
    var root = new Root(nodes.newRoot(), roots.size());
    roots.put(key, root);
    if (threads.size() != roots.size()) {
      throw in.fault(0, "thread " + tid + " under two names");
    }
    return root;
  }

  /** The methods at a place in the code, the outermost first: others were inlined into it. */
  private List<At> site(long id) {
    List<At> known = sites.get(id);
    if (known != null) {
      return known;
    }
    ByteView location = locations.get(id);
    if (location == null) {
      throw in.fault(0, "no location " + id);
    }
    List<At> site = new ArrayList<>();
    long mapping = 0;
    long address = 0;
    var fields = new ProtoReader(location);
    while (fields.next()) {
      switch (fields.number()) {
        case 2 -> mapping = ProtoReader.varint(fields.value());
        case 3 -> address = ProtoReader.varint(fields.value());
        case 4 -> {
          var line = new ProtoMessage(fields.value());
          site.addFirst(new At(method(line.number(1)), line(line.number(2))));
        }
        default -> {}
      }
    }
    if (site.isEmpty()) {
      int method = frames.of(file(mapping), "+0x" + Long.toHexString(address), "");
      site.add(new At(method, NONE));
    }
    sites.put(id, site);
    return site;
  }

  private static int line(long line) {
    return line > 0 && line < Integer.MAX_VALUE ? (int) line : NONE;
  }

  private String file(long mapping) {
    ByteView of = mappings.get(mapping);
    String path = of == null ? "" : string(new ProtoMessage(of).number(5));
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private int method(long id) {
    ByteView function = functions.get(id);
    if (function == null) {
      throw in.fault(0, "no function " + id);
    }
    var fields = new ProtoMessage(function);
    String name = string(fields.number(2));
    String system = string(fields.number(3));
    long line = fields.number(5);
    // Our own exporter writes the signature there, others what a linker knows.
    boolean ours = system.startsWith(name) && system.startsWith("(", name.length());
    return frames.of(ours ? system : name, string(fields.number(4)), line(line));
  }
}
