package dev.dexscope.trace.read.traceview;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.read.common.ReplacedBytes;

/**
 * The 32-byte header in front of a Traceview trace's records: u4 magic, u2 version, u2 offset to
 * the records, u8 start time, and from version 3 on u2 record size.
 *
 * @param version 1 to 3
 * @param streaming whether the version has the streaming bits
 * @param recordSize bytes of a record
 * @param startMicros start time of the trace
 * @param data offset of the records
 * @param clock clock of the times if the text does not name it
 */
public record TraceviewHeader(
    int version, boolean streaming, int recordSize, long startMicros, long data, Clock clock) {
  /** "SLOW". */
  static final int MAGIC = 0x574f4c53;

  static final int SIZE = 32;
  private static final int CLOCK = SIZE - 4;
  private static final int STREAMING = 0xf0;

  /** The same header in front of records with both clocks. */
  TraceviewHeader asVersion3() {
    return new TraceviewHeader(3, streaming, recordSize(3), startMicros, data, Clock.DUAL);
  }

  /** Returns whether a header is at {@code at}, of any version. */
  public static boolean isAt(ByteView in, long at) {
    return in.has(at, 8) && in.i4(at) == MAGIC;
  }

  public static int rawVersion(ByteView in, long at) {
    return in.u2(at + 4);
  }

  public static TraceviewHeader read(ByteView in, long at) {
    if (!in.has(at, SIZE)) {
      throw in.fault(at, "the file ends inside the 32-byte header");
    }
    if (in.i4(at) != MAGIC) {
      throw in.fault(at, "no SLOW magic after the text part");
    }
    ReplacedBytes.check(in, at);
    int raw = rawVersion(in, at);
    boolean streaming = (raw & STREAMING) == STREAMING;
    int version = streaming ? raw & ~STREAMING : raw;
    if (version < 1 || version > 3) {
      throw in.fault(at + 4, "Traceview version " + raw + " is not known");
    }
    int offset = in.u2(at + 6);
    if (offset < 16 || !in.has(at, offset)) {
      throw in.fault(at + 6, "records at offset " + offset);
    }
    int least = recordSize(version);
    int size = version == 3 ? in.u2(at + 16) : least;
    // Later versions may add fields at a record's end; anything far from that is damage.
    if (size < least || size > 4 * least) {
      throw in.fault(at + 16, "records of " + size + " bytes, version 3 has " + least);
    }
    return new TraceviewHeader(
        version, streaming, size, in.i8(at + 8), at + offset, clock(in, at, version));
  }

  /**
   * Dalvik counts in microseconds of CPU time unless the trace has both clocks. Our own writers
   * store the clock in the last four bytes, which are 0 in other traces, because the text that
   * names the clock is at the end of a stream, and is missing if the process was killed.
   */
  private static Clock clock(ByteView in, long at, int version) {
    if (version == 3) {
      return Clock.DUAL;
    }
    return in.startsWith("wall", at + CLOCK) ? Clock.WALL : Clock.THREAD_CPU;
  }

  private static int recordSize(int version) {
    return switch (version) {
      case 1 -> 9;
      case 2 -> 10;
      default -> 14;
    };
  }
}
