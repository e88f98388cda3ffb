package dev.dexscope.trace.read.perf;

import dev.dexscope.base.bytes.ByteView;

/**
 * The event of a counter and the content of its samples: the relevant fields of {@code
 * perf_event_attr}.
 *
 * @param type the kind of counter; {@code PERF_TYPE_*}
 * @param config the counter within its kind
 * @param period the number of events for each sample, or of samples a second
 * @param sampleType the parts of a sample; {@code PERF_SAMPLE_*}
 * @param readFormat the parts of a counter's value
 * @param isFrequency whether the period is a frequency
 */
record EventAttribute(
    long type, long config, long period, long sampleType, long readFormat, boolean isFrequency) {
  /** The first version of the structure. */
  static final int SMALLEST = 64;

  private static final long SAMPLE_IP = 1;
  private static final long SAMPLE_TID = 1 << 1;
  private static final long SAMPLE_TIME = 1 << 2;
  private static final long SAMPLE_ADDR = 1 << 3;
  private static final long SAMPLE_READ = 1 << 4;
  private static final long SAMPLE_CALLCHAIN = 1 << 5;
  private static final long SAMPLE_ID = 1 << 6;
  private static final long SAMPLE_CPU = 1 << 7;
  private static final long SAMPLE_PERIOD = 1 << 8;
  private static final long SAMPLE_STREAM_ID = 1 << 9;
  private static final long SAMPLE_IDENTIFIER = 1 << 16;
  private static final int FREQUENCY_FLAG = 1 << 10;
  private static final long SECOND = 1_000_000_000;

  private static final String[] HARDWARE = {
    "cpu-cycles",
    "instructions",
    "cache-references",
    "cache-misses",
    "branch-instructions",
    "branch-misses",
    "bus-cycles",
    "stalled-cycles-frontend",
    "stalled-cycles-backend",
    "ref-cycles"
  };
  private static final String[] SOFTWARE = {
    "cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations"
  };

  static EventAttribute read(ByteView in, long at) {
    return new EventAttribute(
        in.u4(at),
        in.i8(at + 8),
        in.i8(at + 16),
        in.i8(at + 24),
        in.i8(at + 32),
        (in.i8(at + 40) & FREQUENCY_FLAG) != 0);
  }

  /** Returns the counter's name if the file does not contain one. */
  String usualName() {
    String[] names = type == 0 ? HARDWARE : type == 1 ? SOFTWARE : new String[0];
    return config >= 0 && config < names.length
        ? names[(int) config]
        : "event " + type + ":" + Long.toUnsignedString(config);
  }

  /** Returns the offset of the event's id in a sample; -1 if it has none. */
  int idOffset() {
    if (has(SAMPLE_IDENTIFIER)) {
      return 0;
    }
    return has(SAMPLE_ID)
        ? Long.BYTES
            * Long.bitCount(sampleType & (SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR))
        : -1;
  }

  private boolean has(long part) {
    return (sampleType & part) != 0;
  }

  /**
   * A sample.
   *
   * @param ip the position of the program
   * @param count the number of events that it represents
   * @param chainAt the offset of its callers, innermost first
   * @param chainLength how many
   */
  record Sample(
      long ip, long pid, long tid, long time, long count, long chainAt, long chainLength) {}

  /** The sample in a record's body. */
  Sample sample(ByteView body) {
    var at = new Position(body);
    at.skip(has(SAMPLE_IDENTIFIER));
    long ip = at.next(has(SAMPLE_IP));
    long ids = at.next(has(SAMPLE_TID));
    long time = at.next(has(SAMPLE_TIME));
    at.skip(has(SAMPLE_ADDR));
    at.skip(has(SAMPLE_ID));
    at.skip(has(SAMPLE_STREAM_ID));
    at.skip(has(SAMPLE_CPU));
    long count = at.next(has(SAMPLE_PERIOD));
    if (!has(SAMPLE_PERIOD)) {
      count = !isFrequency ? period : period > 0 ? SECOND / period : 0;
    }
    if (has(SAMPLE_READ)) {
      value(at);
    }
    long length = at.next(has(SAMPLE_CALLCHAIN));
    if (length < 0 || length > body.size() / Long.BYTES || !body.has(at.at, length * Long.BYTES)) {
      throw body.fault(at.at, "a stack of " + Long.toUnsignedString(length) + " addresses");
    }
    return new Sample(ip, ids & 0xffffffffL, ids >>> 32, time, count, at.at, length);
  }

  /** Passes over the value of a counter, or of a group of them. */
  private void value(Position at) {
    boolean isGroup = (readFormat & 1 << 3) != 0;
    int times = Long.bitCount(readFormat & 3);
    int each = 1 + Long.bitCount(readFormat & (1 << 2 | 1 << 4));
    long counters = isGroup ? at.next(true) : 1;
    if (counters < 0 || counters > at.in.size()) {
      throw at.in.fault(at.at, "a group of " + Long.toUnsignedString(counters) + " counters");
    }
    for (long i = times + counters * each; i > 0; i--) {
      at.skip(true);
    }
  }

  /** Goes through numbers of eight bytes. */
  private static final class Position {
    final ByteView in;
    long at;

    Position(ByteView in) {
      this.in = in;
    }

    long next(boolean isThere) {
      if (!isThere) {
        return 0;
      }
      long value = in.i8(at);
      at += Long.BYTES;
      return value;
    }

    void skip(boolean isThere) {
      at += isThere ? Long.BYTES : 0;
    }
  }
}
