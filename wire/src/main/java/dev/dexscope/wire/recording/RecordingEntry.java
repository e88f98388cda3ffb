package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;

/** An entry of a recording. */
public sealed interface RecordingEntry {
  /** The number of the link in the recording. */
  int channel();

  /** Returns when, in nanoseconds since the recording began. */
  long time();

  /** A link is listened to from now on. */
  record Opened(int channel, long time, Protocol protocol, String peer) implements RecordingEntry {}

  /** Bytes, as they were read or written at once: a packet can be in several. */
  record Bytes(int channel, long time, Direction direction, byte[] bytes)
      implements RecordingEntry {}

  /** A link was closed at this end. */
  record Closed(int channel, long time) implements RecordingEntry {}
}
