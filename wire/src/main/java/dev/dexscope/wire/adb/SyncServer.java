package dev.dexscope.wire.adb;

import dev.dexscope.wire.Link;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A device's service {@code sync:}.
 *
 * <pre>{@code
 * AdbServices services = name -> name.equals("sync:")
 *     ? stream -> new SyncServer(stream.link(), files).serve()
 *     : null;
 * }</pre>
 */
public final class SyncServer {
  private final Link link;
  private final SyncFiles files;

  public SyncServer(Link link, SyncFiles files) {
    this.link = link;
    this.files = files;
  }

  /**
   * Serves until the client disconnects.
   *
   * @throws IOException if the connection fails
   */
  public void serve() throws IOException {
    while (true) {
      switch (SyncRequest.read(link)) {
        case null -> {
          return;
        }
        case SyncRequest.Quit _ -> {
          return;
        }
        case SyncRequest.Stat stat -> {
          boolean isOfLink = stat.form() != SyncRequest.Form.LONG;
          write(new SyncFrame.State(files.stat(stat.path(), isOfLink), stat.form()));
        }
        case SyncRequest.ListFolder list -> {
          for (SyncFrame.Entry each : files.list(list.path())) {
            write(new SyncFrame.Entry(each.name(), each.state(), list.isLong()));
          }
          write(new SyncFrame.EndOfList(list.isLong()));
        }
        case SyncRequest.Send send -> create(send);
        case SyncRequest.Receive receive -> send(receive);
      }
    }
  }

  private void write(SyncFrame frame) throws IOException {
    link.write(frame.toBytes());
  }

  private void send(SyncRequest.Receive receive) throws IOException {
    if (receive.flags() != 0) {
      write(new SyncFrame.Fail("compression is not supported"));
      return;
    }
    // In few messages, as from adbd: the connection between adb and its own client may wait for an
    // acknowledgement, 40 ms, after each short one.
    OutputStream frames = new BufferedOutputStream(link.out(), AdbMessage.MOST_DATA);
    try (InputStream in = files.open(receive.path())) {
      byte[] block = in.readNBytes(SyncFrame.MOST_DATA);
      while (block.length > 0) {
        frames.write(new SyncFrame.Data(block).toBytes());
        block = in.readNBytes(SyncFrame.MOST_DATA);
      }
      frames.write(new SyncFrame.Done(0).toBytes());
    } catch (IOException e) {
      frames.write(new SyncFrame.Fail(e.getMessage() + "").toBytes());
    }
    frames.flush();
  }

  /**
   * The client's data is read to its end even if it cannot be stored; the client reads the answer
   * only then.
   */
  private void create(SyncRequest.Send send) throws IOException {
    Incoming incoming = new Incoming();
    String failure = null;
    if (send.flags() != 0) {
      failure = "compression is not supported";
    } else {
      try {
        files.create(send.path(), send.mode(), incoming::copyTo);
      } catch (IOException e) {
        if (incoming.hasLost) {
          throw e;
        }
        failure = e.getMessage() + "";
      }
    }
    incoming.copyTo(OutputStream.nullOutputStream());
    write(failure == null ? new SyncFrame.Okay() : new SyncFrame.Fail(failure));
  }

  /** The parts of a file. */
  private final class Incoming {
    private boolean hasEnded;
    private boolean hasLost;
    private long modified;

    long copyTo(OutputStream out) throws IOException {
      while (!hasEnded) {
        switch (next()) {
          case SyncFrame.Data data -> out.write(data.bytes());
          case SyncFrame.Done done -> {
            modified = done.modified();
            hasEnded = true;
          }
          case SyncFrame other -> {
            hasLost = true;
            throw new IOException(link.peer() + ": unexpected " + other + " in a file");
          }
        }
      }
      return modified;
    }

    private SyncFrame next() throws IOException {
      hasLost = true;
      SyncFrame frame = SyncFrame.readTransfer(link);
      hasLost = false;
      return frame;
    }
  }
}
