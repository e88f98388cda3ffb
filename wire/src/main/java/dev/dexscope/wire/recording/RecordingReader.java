package dev.dexscope.wire.recording;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.FileKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording from the front to the back.
 *
 * <pre>{@code
 * ByteView file = ByteView.of("app.wire", source, WireFormatException::new);
 * RecordingReader reader = new RecordingReader(file);
 * for (RecordingEntry each = reader.next(); each != null; each = reader.next()) {
 *   System.out.println(each);
 * }
 * }</pre>
 */
public final class RecordingReader {
  private final ByteView in;
  private final Instant start;
  private int channels;
  private long at = RecordingFormat.HEADER;

  /**
   * @param in whose faults are {@code WireFormatException}s
   */
  public RecordingReader(ByteView in) {
    this.in = in;
    if (!in.startsWith(RecordingFormat.MAGIC, 0)) {
      throw in.fault(0, "is " + FileKind.of(in) + ", not a recording");
    }
    int version = in.u2(8);
    if (version != RecordingFormat.VERSION) {
      throw in.fault(8, "a recording of version " + version + ", not " + RecordingFormat.VERSION);
    }
    start = Instant.ofEpochMilli(in.i8(10));
  }

  /** Returns when the recording began. */
  public Instant start() {
    return start;
  }

  /** Returns the next entry; null after the last. */
  public @Nullable RecordingEntry next() {
    if (at == in.size()) {
      return null;
    }
    int kind = in.u1(at);
    int channel = in.i4(at + 1);
    long time = in.i8(at + 5);
    if (time < 0) {
      throw in.fault(at + 5, "a time before the recording");
    }
    return switch (kind) {
      case RecordingFormat.OPEN -> opened(channel, time);
      case RecordingFormat.DATA -> bytes(channel, time);
      case RecordingFormat.CLOSE -> {
        check(channel);
        at += 13;
        yield new RecordingEntry.Closed(channel, time);
      }
      default -> throw in.fault(at, "unknown entry " + kind);
    };
  }

  private RecordingEntry opened(int channel, long time) {
    if (channel != channels || channels == RecordingFormat.MOST_CHANNELS) {
      throw in.fault(at + 1, "link " + channel + " after " + channels + " others");
    }
    Protocol protocol = Protocol.of(in.u1(at + 13));
    if (protocol == null) {
      throw in.fault(at + 13, "unknown protocol " + in.u1(at + 13));
    }
    long length = length(at + 14, RecordingFormat.MOST_NAME);
    String peer = in.text(at + 18, length);
    channels++;
    at += 18 + length;
    return new RecordingEntry.Opened(channel, time, protocol, peer);
  }

  private RecordingEntry bytes(int channel, long time) {
    check(channel);
    int direction = in.u1(at + 13);
    if (direction > 1) {
      throw in.fault(at + 13, "unknown direction " + direction);
    }
    long length = length(at + 14, RecordingFormat.MOST_DATA);
    byte[] bytes = in.copy(at + 18, length);
    at += 18 + length;
    return new RecordingEntry.Bytes(channel, time, RecordingFormat.direction(direction), bytes);
  }

  private void check(int channel) {
    if (channel < 0 || channel >= channels) {
      throw in.fault(at + 1, "link " + channel + " of " + channels);
    }
  }

  private long length(long where, int most) {
    long length = in.u4(where);
    if (length > most) {
      throw in.fault(where, length + " bytes in one entry, not up to " + most);
    }
    return length;
  }
}
