package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The clocks of a trace. Snapshots of several of them, taken at the same moment, relate their times
 * (protos/perfetto/trace/clock_snapshot.proto). The trace's time is the boot clock's, unless a
 * snapshot names another.
 */
final class PacketClocks {
  static final int SNAPSHOT = 6;

  private static final long BOOTTIME = 6;

  /** Clocks from here on are a producer's, up to the second number its sequence's. */
  private static final long FIRST_OWN = 64;

  private static final long LAST_OF_SEQUENCE = 127;

  /** The number of snapshots that a time passes from its clock to the trace's. */
  private static final int MOST_STEPS = 4;

  /** A clock; sequence is 0 for those that all producers have. */
  private record Key(long sequence, long clock) {
    static Key of(Sequence sequence, long clock) {
      return of(sequence.id, clock);
    }

    static Key of(long sequence, long clock) {
      boolean isOwn = clock >= FIRST_OWN && clock <= LAST_OF_SEQUENCE;
      return new Key(isOwn ? sequence : 0, clock);
    }
  }

  /** How a clock counts. */
  private record Form(boolean isIncremental, long unit) {}

  private static final Form PLAIN = new Form(false, 1);

  private final Map<Key, Form> forms = new HashMap<>();
  private final Map<Key, List<Map<Key, Long>>> snapshotsOf = new HashMap<>();
  private final Map<Key, List<Map<Key, Long>>> directOf = new HashMap<>();
  private long traceClock = BOOTTIME;

  /** Takes a snapshot, on the first way through the file. */
  void survey(long sequence, ByteView snapshot) {
    Map<Key, Long> times = new LinkedHashMap<>();
    var fields = new ProtoReader(snapshot);
    while (fields.next()) {
      if (fields.number() == 1 && fields.wireType() == ProtoReader.LENGTH) {
        ProtoMessage clock = new ProtoMessage(fields.value());
        Key key = Key.of(sequence, clock.number(1));
        long unit = Math.max(1, clock.number(4));
        forms.put(key, new Form(clock.number(3) != 0, unit));
        times.put(key, clock.number(2) * unit);
      } else if (fields.number() == 2 && fields.wireType() == ProtoReader.VARINT) {
        traceClock = ProtoReader.varint(fields.value());
      }
    }
    times.keySet().forEach(k -> snapshotsOf.computeIfAbsent(k, _ -> new ArrayList<>()).add(times));
  }

  /** Sets the clocks of a sequence that have differences, on the second way. */
  void begin(Sequence sequence, ByteView snapshot) {
    new ProtoMessage(snapshot)
        .forEach(
            1,
            clock -> {
              long id = clock.number(1);
              Form form = forms.getOrDefault(Key.of(sequence, id), PLAIN);
              sequence.sums.put(id, clock.number(2) * form.unit());
            });
  }

  /**
   * Returns the trace's time of a packet.
   *
   * @param clock 0 for the default of the sequence
   */
  long traceTime(Sequence sequence, long clock, long time) {
    long id = clock == 0 ? sequence.clock : clock;
    if (id == 0 || id == traceClock) {
      return time;
    }
    Key key = Key.of(sequence, id);
    Form form = forms.getOrDefault(key, PLAIN);
    long at = time * form.unit();
    return toTrace(key, form.isIncremental() ? sequence.add(id, at) : at, 0);
  }

  /** A clock that no snapshot relates to the trace's is taken for it. */
  private long toTrace(Key clock, long time, int steps) {
    var trace = new Key(0, traceClock);
    List<Map<Key, Long>> direct =
        directOf.computeIfAbsent(
            clock,
            _ ->
                snapshotsOf.getOrDefault(clock, List.of()).stream()
                    .filter(each -> each.containsKey(trace))
                    .toList());
    if (!direct.isEmpty()) {
      Map<Key, Long> before = before(clock, time, direct);
      return before.getOrDefault(trace, 0L) + time - before.getOrDefault(clock, 0L);
    }
    List<Map<Key, Long>> all = snapshotsOf.getOrDefault(clock, List.of());
    if (!all.isEmpty() && steps < MOST_STEPS) {
      Map<Key, Long> before = before(clock, time, all);
      long since = time - before.getOrDefault(clock, 0L);
      for (Map.Entry<Key, Long> other : before.entrySet()) {
        if (!other.getKey().equals(clock) && other.getKey().clock() < FIRST_OWN) {
          return toTrace(other.getKey(), other.getValue() + since, steps + 1);
        }
      }
    }
    return time;
  }

  /** Returns the last snapshot before a time, or the first. */
  private static Map<Key, Long> before(Key clock, long time, List<Map<Key, Long>> all) {
    int low = 0;
    int high = all.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (all.get(middle).getOrDefault(clock, 0L) <= time) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return all.get(low);
  }
}
