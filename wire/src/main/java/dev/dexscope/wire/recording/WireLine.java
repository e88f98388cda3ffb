package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;
import org.jspecify.annotations.Nullable;

/**
 * A packet of a recording in words, or something else that happened to a link.
 *
 * @param time in nanoseconds since the recording began
 * @param channel the number of the link in the recording
 * @param direction null where nothing was sent
 * @param words without line ends and control characters, of bounded length
 */
public record WireLine(long time, int channel, @Nullable Direction direction, String words) {
  /** Returns {@code >} for packets to the device, {@code <} for packets from it, else a space. */
  public char arrow() {
    if (direction == null) {
      return ' ';
    }
    return direction == Direction.TO_DEVICE ? '>' : '<';
  }
}
