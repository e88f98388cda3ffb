package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;
import dev.dexscope.wire.Link;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JDWP link that can be recorded from any moment on. The recording begins with the handshake,
 * which every such link had, and continues with the next packet of each direction: it is equal to a
 * recording from the link's beginning.
 *
 * <pre>{@code
 * WireTap tap = new WireTap(link, Direction.FROM_DEVICE);
 * use(tap.link());
 * ...
 * tap.record(recorder);
 * }</pre>
 */
public final class WireTap {
  private static final byte[] HANDSHAKE = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
  private static final int LENGTH_BYTES = 4;

  private final Link link;
  private final Object lock = new Object();
  private final Map<Direction, Side> sides = new EnumMap<>(Direction.class);
  private WireRecorder.@Nullable Channel channel;
  private boolean hasEnded;

  /**
   * @param incoming the direction of bytes read from the link
   */
  public WireTap(Link plain, Direction incoming) {
    for (Direction each : Direction.values()) {
      sides.put(each, new Side());
    }
    link =
        Ear.on(
            plain,
            incoming,
            new Ear() {
              @Override
              public void hear(Direction direction, byte[] bytes, int offset, int length) {
                WireTap.this.hear(direction, bytes, offset, length);
              }

              @Override
              public void end() {
                WireTap.this.end();
              }
            });
  }

  /** The link, to be used in the place of the plain one. */
  public Link link() {
    return link;
  }

  /** Records from now on; an earlier recording ends. */
  public void record(WireRecorder recorder) {
    synchronized (lock) {
      stop();
      if (hasEnded) {
        return;
      }
      WireRecorder.Channel begun = recorder.open(link.peer(), Protocol.JDWP);
      sides.forEach((direction, side) -> {
        int seen = Math.min(side.seen, HANDSHAKE.length);
        if (seen > 0) {
          begun.hear(direction, HANDSHAKE, 0, seen);
        }
        side.isHeard = seen < HANDSHAKE.length;
      });
      channel = begun;
    }
  }

  /** Ends the recording. */
  public void stop() {
    synchronized (lock) {
      if (channel != null) {
        channel.end();
        channel = null;
      }
    }
  }

  private void end() {
    synchronized (lock) {
      hasEnded = true;
      stop();
    }
  }

  private void hear(Direction direction, byte[] bytes, int offset, int length) {
    synchronized (lock) {
      Side side = sides.get(direction);
      if (side == null) {
        throw new IllegalStateException(direction + " is not a direction");
      }
      int before = side.pass(bytes, offset, length);
      if (channel != null && before < length) {
        channel.hear(direction, bytes, offset + before, length - before);
      }
    }
  }

  /** The position of a direction in its packets. */
  private static final class Side {
    /** Of the handshake; more than its length does not count. */
    private int seen;

    /** The length of a packet, as far as it has come. */
    private long packetLength;

    private int lengthBytes;

    /** The remaining length of a packet. */
    private long left;

    private boolean isHeard;

    /** Passes on bytes; returns the number of those before the first recorded one. */
    int pass(byte[] bytes, int offset, int length) {
      int before = isHeard ? 0 : length;
      for (int at = 0; at < length; ) {
        if (seen < HANDSHAKE.length) {
          seen++;
          at++;
        } else if (left > 0) {
          int part = (int) Math.min(left, length - at);
          left -= part;
          at += part;
        } else {
          if (lengthBytes == 0 && !isHeard) {
            isHeard = true;
            before = at;
          }
          packetLength = (packetLength << 8) | (bytes[offset + at++] & 0xff);
          if (++lengthBytes == LENGTH_BYTES) {
            left = packetLength - LENGTH_BYTES;
            packetLength = 0;
            lengthBytes = 0;
          }
        }
      }
      return before;
    }
  }
}
