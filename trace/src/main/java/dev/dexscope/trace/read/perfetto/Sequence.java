package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.base.bytes.ProtoReader;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of one producer's packets: data that it has sent ahead, to be referred to by numbers,
 * and what its packets have where they do not state it.
 */
final class Sequence {
  private static final int CLEARED = 1;
  private static final int NEEDS_STATE = 2;

  final long id;
  final Map<Long, String> eventNames = new HashMap<>();
  final Map<Long, String> functions = new HashMap<>();
  final Map<Long, String> paths = new HashMap<>();
  final Map<Long, Long> mappings = new HashMap<>();
  final Map<Long, Integer> frames = new HashMap<>();
  final Map<Long, Integer> callstacks = new HashMap<>();

  /** The sum of clocks and counters that have differences. */
  final Map<Long, Long> sums = new HashMap<>();

  /** The track of events; 0 for that of the thread. */
  long track;

  /** The counters whose values events have. */
  ProtoNumbers counters = new ProtoNumbers();

  /** The clock of its times; 0 for the trace's. */
  long clock;

  long tid;

  /** The time of the current packet, in the trace's time. */
  long time;

  /** In events that have a time of their own, microseconds. */
  long eventMicros;

  long eventCpuMicros;

  /** The requested period of perf samples; 0 if unknown. */
  long period;

  /** The packets that a ring buffer dropped may have had the data that later ones refer to. */
  private boolean isWhole = true;

  Sequence(long id) {
    this.id = id;
  }

  /**
   * Takes what a packet has of state.
   *
   * @param lost whether packets before it were lost
   * @return whether the packet can be understood
   */
  boolean take(long flags, boolean lost, @Nullable ByteView defaults) {
    boolean clears = (flags & CLEARED) != 0;
    if (clears) {
      clear();
      isWhole = true;
    } else if (lost) {
      isWhole = false;
    }
    if (defaults != null) {
      defaults(new ProtoMessage(defaults));
    }
    return isWhole || (flags & NEEDS_STATE) == 0;
  }

  private void clear() {
    eventNames.clear();
    functions.clear();
    paths.clear();
    mappings.clear();
    frames.clear();
    callstacks.clear();
    sums.clear();
    counters = new ProtoNumbers();
    clock = 0;
    track = 0;
  }

  private void defaults(ProtoMessage defaults) {
    clock = defaults.number(58);
    ProtoMessage event = defaults.part(11);
    track = event == null ? 0 : event.number(11);
    counters = event == null ? new ProtoNumbers() : event.numbers(31);
    ProtoMessage perf = defaults.part(12);
    ProtoMessage timebase = perf == null ? null : perf.part(1);
    long frequency = timebase == null ? 0 : timebase.number(2);
    period = frequency > 0 ? 1_000_000_000 / frequency : 0;
  }

  /** Adds a difference to the sum of a clock or counter, and returns the sum. */
  long add(long key, long difference) {
    return sums.merge(key, difference, Long::sum);
  }

  /** Takes data in the order of what refers to what, in which they need not stand. */
  void intern(ByteView data, Callstacks into) {
    each(data, 2, entry -> eventNames.put(entry.number(1), entry.text(2)));
    each(data, 5, entry -> functions.put(entry.number(1), entry.text(2)));
    each(data, 17, entry -> paths.put(entry.number(1), entry.text(2)));
    each(data, 19, this::mapping);
    each(data, 6, entry -> frames.put(entry.number(1), into.frame(entry, this)));
    each(data, 7, entry -> callstacks.put(entry.number(1), into.callstack(entry, this)));
  }

  /** Takes what an older packet of a heap profile has of its own; one table has all texts. */
  void internOfHeap(ByteView profile, Callstacks into) {
    each(profile, 1, entry -> functions.put(entry.number(1), entry.text(2)));
    each(profile, 1, entry -> paths.put(entry.number(1), entry.text(2)));
    each(profile, 4, this::mapping);
    each(profile, 2, entry -> frames.put(entry.number(1), into.frame(entry, this)));
    each(profile, 3, entry -> callstacks.put(entry.number(1), into.callstack(entry, this)));
  }

  private static void each(ByteView data, int number, Consumer<ProtoMessage> use) {
    var fields = new ProtoReader(data);
    while (fields.next()) {
      if (fields.number() == number && fields.wireType() == ProtoReader.LENGTH) {
        use.accept(new ProtoMessage(fields.value()));
      }
    }
  }

  /** Reads a mapping, whose path is in parts, of which the last is the file. */
  private void mapping(ProtoMessage mapping) {
    ProtoNumbers parts = mapping.numbers(7);
    if (parts.size() > 0) {
      mappings.put(mapping.number(1), parts.get(parts.size() - 1));
    }
  }
}
