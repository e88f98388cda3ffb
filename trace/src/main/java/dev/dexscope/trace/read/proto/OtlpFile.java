package dev.dexscope.trace.read.proto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.FormatException;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.common.TraceFormat;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.read.sampled.Kinds;
import dev.dexscope.trace.read.sampled.LineSamples;
import dev.dexscope.trace.read.sampled.SampledProfile;
import dev.dexscope.trace.read.sampled.Samples;
import dev.dexscope.trace.read.sampled.SourceStacks;
import dev.dexscope.trace.read.sampled.SourceStacks.At;
import dev.dexscope.trace.read.sampled.Stacks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * OpenTelemetry's profiles: a {@code ProfilesData}, or the request of an exporter, which has the
 * same fields. Field numbers are those of opentelemetry-proto 1.11.0, {@code
 * profiles/v1development/profiles.proto}, which is not stable yet.
 */
public final class OtlpFile {
  /** More than any exporter sends at once: so far the dictionary is searched. */
  private static final int MOST_RESOURCES = 1 << 16;

  /** A location may stand for many calls, and be in a stack many times. */
  private static final int DEEPEST = 1 << 16;

  /** Units in which nanoseconds are one, as exporters name them and as UCUM does. */
  private static final Map<String, Double> NANOS =
      Map.of(
          "nanoseconds",
          1.0,
          "ns",
          1.0,
          "microseconds",
          1e3,
          "us",
          1e3,
          "milliseconds",
          1e6,
          "ms",
          1e6,
          "seconds",
          1e9,
          "s",
          1e9);

  /** The types of processor time: the convention's, and async-profiler's timers of it. */
  private static final Set<String> CPU = Set.of("cpu", "itimer", "ctimer");

  private static final double LONGEST = 1L << 61;

  private final ByteView in;
  private final ThreadTable threads;
  private final Frames frames;
  private final SourceStacks source;
  private final Stacks stacks = new Stacks();
  private final LineSamples lines = new LineSamples();
  private final Samples samples;
  private final OtlpDictionary dictionary;
  private final List<ByteView> resources = new ArrayList<>();
  private final Map<Long, Site> sites = new HashMap<>();
  private final Map<ThreadKey, Integer> threadNumbers = new HashMap<>();
  private long firstNanos = Long.MAX_VALUE;
  private long withoutTime;

  /** A kind of values, and how many nanoseconds one is; NaN if it is not a time. */
  private record Kind(String type, String unit, double nanos) {
    boolean isTime() {
      return !Double.isNaN(nanos);
    }

    String word() {
      return type.isEmpty() ? "samples" : type;
    }
  }

  /** The stacks of a call stack's number: of methods, and of lines. */
  private record Site(int methods, int lines) {}

  private record ThreadKey(String process, long tid, String name) {
    boolean hasTid(ThreadKey other) {
      return tid == other.tid;
    }
  }

  private OtlpFile(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.frames = new Frames(methods);
    this.source = new SourceStacks(frames, methods);
    this.samples = new Samples(in, stacks);
    this.dictionary = OtlpDictionary.of(in);
  }

  /** Returns whether there are only resources and one dictionary. */
  public static boolean isAt(ByteView in) {
    if (in.size() < 2) {
      return false;
    }
    var fields = new ProtoReader(in);
    int dictionaries = 0;
    try {
      for (int i = 0; i < MOST_RESOURCES && dictionaries < 2 && fields.next(); i++) {
        if (fields.wireType() != ProtoReader.LENGTH
            || (fields.number() == 1 && !isResource(fields.value()))
            || fields.number() > 2) {
          return false;
        }
        dictionaries += fields.number() - 1;
      }
      return dictionaries == 1;
    } catch (FormatException e) {
      return false;
    }
  }

  /** Returns whether a message begins like a resource's profiles. */
  private static boolean isResource(ByteView message) {
    var fields = new ProtoReader(message);
    return !fields.next() || (fields.wireType() == ProtoReader.LENGTH && fields.number() <= 3);
  }

  /**
   * Reads a file whole.
   *
   * @param asked the type of the values to take; empty for the first that are times
   */
  public static TraceFormat read(
      ByteView in, ThreadTable threads, MethodIds methods, String asked) {
    return new OtlpFile(in, threads, methods).read(asked);
  }

  private TraceFormat read(String asked) {
    new ProtoMessage(in).forEach(1, each -> resources.add(resource(each)));
    Map<String, Kind> kinds = new LinkedHashMap<>();
    profiles((_, profile) -> {
      Kind kind = kind(profile);
      kinds.putIfAbsent(kind.word(), kind);
    });
    if (kinds.isEmpty()) {
      throw in.fault(0, "has no profiles");
    }
    List<String> words = List.copyOf(kinds.keySet());
    int usual = Math.max(0, List.copyOf(kinds.values()).indexOf(usual(kinds)));
    String word = words.get(Kinds.choose(in, asked, words, usual));
    Kind chosen = kinds.getOrDefault(word, usual(kinds));
    profiles((resource, profile) -> {
      if (kind(profile).equals(chosen)) {
        samples(resource, profile, chosen);
      }
    });
    if (samples.size() == 0) {
      throw in.fault(0, "has no samples of " + word);
    }
    Map<String, String> keys = new LinkedHashMap<>(facts());
    keys.putAll(Kinds.keys(words, word));
    if (!chosen.isTime()) {
      keys.put(TraceInfo.WEIGHTS, isCount(chosen) ? word : chosen.unit());
    }
    boolean isPlaced = chosen.isTime() && withoutTime == 0;
    Clock clock = CPU.contains(chosen.type()) ? Clock.THREAD_CPU : Clock.WALL;
    long start = firstNanos == Long.MAX_VALUE ? 0 : Math.max(0, firstNanos / 1000);
    return new SampledProfile(
        in,
        samples,
        isPlaced ? Samples.Placing.JITTER : Samples.Placing.BEHIND,
        new SampledProfile.Facts("OTLP profiles", 1, clock, start, "", -1, keys),
        lines.times());
  }

  private static Kind usual(Map<String, Kind> kinds) {
    Kind cpu = kinds.get("cpu");
    return cpu != null && cpu.isTime()
        ? cpu
        : kinds.values().stream()
            .filter(Kind::isTime)
            .findFirst()
            .orElseGet(() -> kinds.values().iterator().next());
  }

  private static boolean isCount(Kind kind) {
    return kind.unit().equals("count") || kind.unit().equals("1") || kind.unit().isEmpty();
  }

  @FunctionalInterface
  private interface Use {
    void of(ByteView resource, ByteView profile);
  }

  /** Goes through all profiles; a resource that is absent has no attributes. */
  private void profiles(Use use) {
    new ProtoMessage(in)
        .forEach(
            1,
            ofResource -> {
              ByteView resource = resource(ofResource);
              ofResource.forEach(
                  2, scope -> scope.forEach(2, profile -> use.of(resource, profile.bytes())));
            });
  }

  private static ByteView resource(ProtoMessage ofResource) {
    ProtoMessage resource = ofResource.part(1);
    return resource == null ? ofResource.bytes().slice(0, 0) : resource.bytes();
  }

  /** Returns the number of profiles of a resource. */
  public static int profiles(ByteView ofResource) {
    int[] count = {0};
    new ProtoMessage(ofResource).forEach(2, scope -> scope.forEach(2, _ -> count[0]++));
    return count[0];
  }

  /**
   * The facts of a run that a resource has.
   *
   * @param tables the dictionary
   */
  public static Map<String, String> facts(ByteView ofResource, ByteView tables) {
    return OtlpFacts.of(
        OtlpDictionary.ofTables(tables).attributes(resource(new ProtoMessage(ofResource))));
  }

  /** A count of samples that were taken each so many nanoseconds is a time. */
  private Kind kind(ByteView profile) {
    var message = new ProtoMessage(profile);
    ProtoMessage type = message.part(1);
    ProtoMessage period = message.part(5);
    String name = type == null ? "" : dictionary.text(type.number(1));
    String unit = type == null ? "" : dictionary.text(type.number(2));
    double nanos = NANOS.getOrDefault(unit, Double.NaN);
    String of = period == null ? "" : dictionary.text(period.number(1));
    double each = period == null ? Double.NaN : nanos(period) * message.number(6);
    var plain = new Kind(name, unit, nanos);
    boolean isOfTime = isCount(plain) && each > 0 && (name.equals(of) || name.equals("samples"));
    return isOfTime ? new Kind(name.equals("samples") ? of : name, unit, each) : plain;
  }

  private double nanos(ProtoMessage type) {
    return NANOS.getOrDefault(dictionary.text(type.number(2)), Double.NaN);
  }

  private void samples(ByteView resource, ByteView profile, Kind kind) {
    new ProtoMessage(profile).forEach(2, each -> sample(resource, each.bytes(), kind));
    var fields = new ProtoReader(profile);
    while (fields.next()) {
      if (fields.number() == 3 && fields.wireType() == ProtoReader.FIXED64) {
        first(fields.value().i8(0));
      }
    }
  }

  private void first(long nanos) {
    if (nanos > 0) {
      firstNanos = Math.min(firstNanos, nanos);
    }
  }

  private void sample(ByteView resource, ByteView sample, Kind kind) {
    long stack = 0;
    var attributes = new ProtoNumbers();
    var values = new ProtoNumbers();
    List<ByteView> times = new ArrayList<>();
    var fields = new ProtoReader(sample);
    while (fields.next()) {
      switch (fields.number()) {
        case 1 -> stack = ProtoReader.varint(fields.value());
        case 2 -> attributes.add(fields);
        case 4 -> values.add(fields);
        case 5 -> times.add(fields.value());
        default -> {}
      }
    }
    int thread = thread(resource, attributes);
    Site site = site(stack);
    long count = times.stream().mapToLong(each -> each.size() / Long.BYTES).sum();
    if (values.size() > 0 && count > 0 && values.size() != count) {
      throw sample.fault(0, values.size() + " values at " + count + " times");
    }
    for (int i = 0; i < Math.max(values.size(), count); i++) {
      long weight = weight(i < values.size() ? values.get(i) : 1, kind, sample);
      long start = 0;
      if (count == 0) {
        withoutTime++;
      } else {
        start = time(times, i) - (kind.isTime() ? weight : 0);
        first(start);
      }
      samples.add(sample.start() - in.start(), thread, site.methods(), start, weight);
      lines.add(thread, site.lines(), weight);
    }
  }

  private static long time(List<ByteView> times, int index) {
    int left = index;
    for (ByteView each : times) {
      int here = (int) (each.size() / Long.BYTES);
      if (left < here) {
        return each.i8((long) left * Long.BYTES);
      }
      left -= here;
    }
    throw new IndexOutOfBoundsException(index);
  }

  private static long weight(long value, Kind kind, ByteView sample) {
    double weight = kind.isTime() ? value * kind.nanos() : value;
    if (value < 0 || weight > LONGEST) {
      throw sample.fault(0, "a value of " + value + " " + kind.unit());
    }
    return Math.round(weight);
  }

  private int thread(ByteView resource, ProtoNumbers attributes) {
    String name = "";
    long tid = 0;
    for (int i = 0; i < attributes.size(); i++) {
      OtlpAttribute attribute = dictionary.attribute(attributes.get(i));
      switch (attribute.key()) {
        case "thread.name" -> name = attribute.text();
        case "thread.id" -> tid = attribute.number();
        default -> {}
      }
    }
    String process = resources.size() > 1 ? process(resource) : "";
    var key = new ThreadKey(process, tid, name);
    Integer known = threadNumbers.get(key);
    if (known != null) {
      return known;
    }
    boolean isFree = tid > 0 && threadNumbers.keySet().stream().noneMatch(key::hasTid);
    long id = isFree ? tid : -1L - threadNumbers.size();
    String usual = tid > 0 ? "thread " + tid : "all threads";
    String shown = name.isEmpty() ? usual : name;
    threads.name(id, process.isEmpty() ? shown : process + "/" + shown);
    int number = threads.indexOf(id);
    threadNumbers.put(key, number);
    return number;
  }

  private String process(ByteView resource) {
    Map<String, String> attributes = dictionary.attributes(resource);
    String name = attributes.getOrDefault("service.name", "");
    return name.isEmpty() ? attributes.getOrDefault("process.executable.name", "process") : name;
  }

  /** The facts of the only resource, by the names of a store's. */
  private Map<String, String> facts() {
    return resources.size() == 1
        ? OtlpFacts.of(dictionary.attributes(resources.getFirst()))
        : Map.of();
  }

  private Site site(long stack) {
    Site known = sites.get(stack);
    if (known != null) {
      return known;
    }
    ProtoNumbers locations = dictionary.stack(stack);
    List<At> recorded = new ArrayList<>();
    for (int i = locations.size() - 1; i >= 0; i--) {
      List<OtlpDictionary.Frame> calls = dictionary.frames(locations.get(i));
      if (recorded.size() + calls.size() > DEEPEST) {
        throw in.fault(0, "stack " + stack + " has more than " + DEEPEST + " calls");
      }
      calls.forEach(each -> recorded.add(new At(method(each), each.line())));
    }
    int of = Stacks.EMPTY;
    int at = LineSamples.EMPTY;
    for (At each : source.of(recorded)) {
      of = stacks.of(of, each.method());
      at = lines.of(at, each.method(), each.line());
    }
    var site = new Site(of, at);
    sites.put(stack, site);
    return site;
  }

  private int method(OtlpDictionary.Frame frame) {
    return frame.function().isEmpty()
        ? frames.of(frame.file(), "+0x" + Long.toHexString(frame.address()), "")
        : frames.of(frame.function(), frame.file(), frame.start());
  }
}
