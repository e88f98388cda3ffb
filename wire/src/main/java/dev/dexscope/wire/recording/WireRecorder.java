package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireWriter;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what goes over links. A link that is listened to works as before, also when there is
 * no more room for the recording: closing the recorder tells that.
 *
 * <pre>{@code
 * try (WireRecorder recorder = new WireRecorder(Files.newOutputStream(file))) {
 *   Link heard = recorder.listen(link, Protocol.JDWP, Direction.FROM_DEVICE);
 *   ...
 * }
 * }</pre>
 */
public final class WireRecorder implements Closeable {
  private final OutputStream out;
  private final long start = System.nanoTime();
  private final Object lock = new Object();
  private int channels;
  private @Nullable IOException failure;
  private boolean isClosed;

  /**
   * @param out belongs to the recorder from now on; should be buffered
   */
  public WireRecorder(OutputStream out) throws IOException {
    this.out = out;
    out.write(
        WireWriter.littleEndian()
            .utf8(RecordingFormat.MAGIC)
            .u2(RecordingFormat.VERSION)
            .i8(System.currentTimeMillis())
            .toBytes());
  }

  /**
   * The same link, with all that goes over it written down.
   *
   * @param incoming which way what is read here goes
   */
  public Link listen(Link link, Protocol protocol, Direction incoming) {
    byte[] name = link.peer().getBytes(StandardCharsets.UTF_8);
    byte[] shortName = Arrays.copyOf(name, Math.min(name.length, RecordingFormat.MOST_NAME));
    int channel;
    synchronized (lock) {
      channel = channels++;
      write(
          entry(RecordingFormat.OPEN, channel)
              .u1(protocol.number())
              .i4(shortName.length)
              .bytes(shortName));
    }
    Direction outgoing =
        incoming == Direction.TO_DEVICE ? Direction.FROM_DEVICE : Direction.TO_DEVICE;
    return new Link(
        link.peer(),
        new FilterInputStream(link.in()) {
          @Override
          public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            int count = super.read(into, offset, length);
            if (count > 0) {
              data(channel, incoming, into, offset, count);
            }
            return count;
          }
        },
        new FilterOutputStream(link.out()) {
          @Override
          public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            // Before it is sent: the answer may be read before this thread goes on.
            data(channel, outgoing, bytes, offset, length);
            out.write(bytes, offset, length);
          }
        },
        () -> {
          closed(channel);
          link.close();
        });
  }

  private void data(int channel, Direction direction, byte[] bytes, int offset, int length) {
    synchronized (lock) {
      for (int at = 0; at < length; at += RecordingFormat.MOST_DATA) {
        int count = Math.min(length - at, RecordingFormat.MOST_DATA);
        write(
            entry(RecordingFormat.DATA, channel)
                .u1(RecordingFormat.number(direction))
                .i4(count)
                .bytes(Arrays.copyOfRange(bytes, offset + at, offset + at + count)));
      }
    }
  }

  private void closed(int channel) {
    synchronized (lock) {
      write(entry(RecordingFormat.CLOSE, channel));
    }
  }

  private WireWriter entry(int kind, int channel) {
    return WireWriter.littleEndian().u1(kind).i4(channel).i8(System.nanoTime() - start);
  }

  /** With the lock held. */
  private void write(WireWriter entry) {
    if (failure != null || isClosed) {
      return;
    }
    try {
      out.write(entry.toBytes());
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      try (out) {
        if (failure != null) {
          throw failure;
        }
      }
    }
  }
}
