package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records the bytes of links. A recorded link works as before, even if there is no more room for
 * the recording: closing the recorder reports that.
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
  private final Consumer<RecordingEntry> listener;
  private final long start = System.nanoTime();
  private final Object lock = new Object();
  private int channels;
  private @Nullable IOException failure;
  private boolean isClosed;

  /**
   * @param out belongs to the recorder from now on; should be buffered
   * @throws IOException if an I/O error occurs
   */
  public WireRecorder(OutputStream out) throws IOException {
    this(out, _ -> {});
  }

  /**
   * The same.
   *
   * @param listener gets each entry when it has been written, on the thread that reads or writes
   *     the link
   * @throws IOException if an I/O error occurs
   */
  public WireRecorder(OutputStream out, Consumer<RecordingEntry> listener) throws IOException {
    this.out = out;
    this.listener = listener;
    out.write(
        WireWriter.littleEndian()
            .utf8(RecordingFormat.MAGIC)
            .u2(RecordingFormat.VERSION)
            .i8(System.currentTimeMillis())
            .toBytes());
  }

  /**
   * Returns the same link, with all its bytes recorded.
   *
   * @param incoming the direction of bytes read from the link
   */
  public Link listen(Link link, Protocol protocol, Direction incoming) {
    Channel channel = open(link.peer(), protocol);
    return Ear.on(link, incoming, channel);
  }

  /** Opens a channel for a link whose bytes are passed by the caller. */
  Channel open(String peer, Protocol protocol) {
    synchronized (lock) {
      Channel channel = new Channel(channels++);
      write(new RecordingEntry.Opened(channel.number, now(), protocol, peer));
      return channel;
    }
  }

  /** Records the bytes of one link. */
  final class Channel implements Ear {
    private final int number;

    private Channel(int number) {
      this.number = number;
    }

    @Override
    public void hear(Direction direction, byte[] bytes, int offset, int length) {
      synchronized (lock) {
        for (int at = 0; at < length; at += RecordingFormat.MOST_DATA) {
          int from = offset + at;
          int count = Math.min(length - at, RecordingFormat.MOST_DATA);
          byte[] part = Arrays.copyOfRange(bytes, from, from + count);
          write(new RecordingEntry.Bytes(number, now(), direction, part));
        }
      }
    }

    @Override
    public void end() {
      synchronized (lock) {
        write(new RecordingEntry.Closed(number, now()));
      }
    }
  }

  private long now() {
    return System.nanoTime() - start;
  }

  /** With the lock held. */
  private void write(RecordingEntry entry) {
    if (failure != null || isClosed) {
      return;
    }
    try {
      out.write(encode(entry));
    } catch (IOException e) {
      failure = e;
      return;
    }
    listener.accept(entry);
  }

  private static byte[] encode(RecordingEntry entry) {
    return switch (entry) {
      case RecordingEntry.Opened opened -> {
        byte[] name = opened.peer().getBytes(StandardCharsets.UTF_8);
        byte[] shortName = Arrays.copyOf(name, Math.min(name.length, RecordingFormat.MOST_NAME));
        yield head(RecordingFormat.OPEN, entry)
            .u1(opened.protocol().number())
            .i4(shortName.length)
            .bytes(shortName)
            .toBytes();
      }
      case RecordingEntry.Bytes bytes ->
          head(RecordingFormat.DATA, entry)
              .u1(RecordingFormat.number(bytes.direction()))
              .i4(bytes.bytes().length)
              .bytes(bytes.bytes())
              .toBytes();
      case RecordingEntry.Closed _ -> head(RecordingFormat.CLOSE, entry).toBytes();
    };
  }

  private static WireWriter head(int kind, RecordingEntry entry) {
    return WireWriter.littleEndian().u1(kind).i4(entry.channel()).i8(entry.time());
  }

  /** Returns whether nothing more is written: there is no room, or the recorder is closed. */
  public boolean hasEnded() {
    synchronized (lock) {
      return failure != null || isClosed;
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
