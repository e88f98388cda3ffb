package dev.dexscope.wire.adb;

import dev.dexscope.wire.Link;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Files of a device, by its service {@code sync:}. One request at a time.
 *
 * <pre>{@code
 * try (SyncClient files = new SyncClient(adb.open(serial, "sync:"), isLong, patience)) {
 *   files.receive("/sdcard/app.trace", out);
 * }
 * }</pre>
 */
public final class SyncClient implements Closeable {
  private static final int MOST_ENTRIES = 1 << 20;

  private final Link link;
  private final boolean isLong;
  private final Duration patience;

  /**
   * @param isLong whether the device has the features {@code stat_v2} and {@code ls_v2}
   * @param patience how long each answer, and each part of a file, may take
   */
  public SyncClient(Link link, boolean isLong, Duration patience) {
    this.link = link;
    this.isLong = isLong;
    this.patience = patience;
  }

  /**
   * Returns the state of a file, or of a link's target.
   *
   * @throws IOException if the connection fails
   */
  public FileState stat(String path) throws IOException {
    SyncRequest.Form form = isLong ? SyncRequest.Form.LONG : SyncRequest.Form.SHORT;
    return link.within(
        patience,
        "state of " + path,
        () -> {
          link.write(new SyncRequest.Stat(path, form).toBytes());
          return SyncFrame.readState(link, form).state();
        });
  }

  /**
   * Returns the files of a folder; empty if there is no such folder, as in adbd.
   *
   * @throws IOException if the connection fails
   */
  public List<SyncFrame.Entry> list(String path) throws IOException {
    link.write(new SyncRequest.ListFolder(path, isLong).toBytes());
    List<SyncFrame.Entry> entries = new ArrayList<>();
    while (next("list of " + path, () -> SyncFrame.readEntry(link, isLong))
        instanceof SyncFrame.Entry entry) {
      if (entries.size() == MOST_ENTRIES) {
        throw new IOException(path + " on the device has more than " + MOST_ENTRIES + " files");
      }
      entries.add(entry);
    }
    return entries;
  }

  /**
   * Writes a file of the device into a stream.
   *
   * @throws IOException if the connection fails
   */
  public void receive(String path, OutputStream out) throws IOException {
    link.write(new SyncRequest.Receive(path, 0, false).toBytes());
    while (true) {
      switch (next("rest of " + path, () -> SyncFrame.readTransfer(link))) {
        case SyncFrame.Data data -> out.write(data.bytes());
        case SyncFrame.Done _ -> {
          return;
        }
        case SyncFrame.Fail fail -> throw new IOException(path + ": " + fail.message());
        case SyncFrame other -> throw new IOException(link.peer() + ": unexpected " + other);
      }
    }
  }

  /**
   * Makes a file of the device from a stream.
   *
   * @param mode of Linux; 0100644 for a plain file
   * @param modified in seconds since 1970
   * @throws IOException if the connection fails
   */
  public void send(InputStream in, String path, int mode, long modified) throws IOException {
    link.write(new SyncRequest.Send(path, mode, 0, false).toBytes());
    byte[] block = new byte[SyncFrame.MOST_DATA];
    int length;
    while ((length = in.readNBytes(block, 0, block.length)) > 0) {
      byte[] part = length == block.length ? block : Arrays.copyOf(block, length);
      write(new SyncFrame.Data(part), path);
    }
    write(new SyncFrame.Done(modified), path);
    SyncFrame answer = next("answer to " + path, () -> SyncFrame.readTransfer(link));
    if (answer instanceof SyncFrame.Fail fail) {
      throw new IOException(path + ": " + fail.message());
    }
    if (!(answer instanceof SyncFrame.Okay)) {
      throw new IOException(link.peer() + ": unexpected " + answer);
    }
  }

  private void write(SyncFrame frame, String path) throws IOException {
    link.within(
        patience,
        "room for " + path,
        () -> {
          link.write(frame.toBytes());
          return frame;
        });
  }

  private SyncFrame next(String what, Callable<SyncFrame> frame) throws IOException {
    return link.within(patience, what, frame);
  }

  @Override
  public void close() throws IOException {
    link.close();
  }
}
