package dev.dexscope.web.monitor;

import dev.dexscope.monitor.watch.MonitoredVm;
import dev.dexscope.monitor.watch.Subscription;
import dev.dexscope.monitor.watch.Tail;
import dev.dexscope.monitor.watch.VmState;
import dev.dexscope.wire.recording.WireLine;
import dev.dexscope.wire.recording.WireRecorder;
import dev.dexscope.wire.recording.WireWords;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Records the communication with a VM in a file of bounded size. */
final class WireWatch implements Closeable {
  private static final int MOST_LINES = 5000;
  private static final long MOST_BYTES = 64L << 20;

  private final MonitoredVm vm;
  private final Path file;
  private final Bounded out;
  private final WireRecorder recorder;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final Tail<WireLine> lines =
      new Tail<>(MOST_LINES, () -> listeners.forEach(Runnable::run));
  private volatile boolean isRunning = true;
  private volatile boolean isClosed;

  WireWatch(MonitoredVm vm) throws IOException {
    this.vm = vm;
    file = Files.createTempFile("dexscope", ".wire");
    file.toFile().deleteOnExit();
    out = new Bounded(Files.newOutputStream(file));
    recorder = new WireRecorder(out, new WireWords(lines::add)::take);
    vm.recordWire(recorder);
  }

  /** Ends with an exception where there would be too much. */
  private static final class Bounded extends FilterOutputStream {
    private final AtomicLong written = new AtomicLong();

    Bounded(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (written.get() + length > MOST_BYTES) {
        throw new IOException("the recording is full");
      }
      out.write(bytes, offset, length);
      written.addAndGet(length);
    }
  }

  boolean isRunning() {
    return isRunning && !isFull();
  }

  boolean isFull() {
    return isRunning && recorder.hasEnded();
  }

  boolean isClosed() {
    return isClosed;
  }

  boolean isOfNobody() {
    return vm.state() == VmState.GONE && listeners.isEmpty();
  }

  long bytes() {
    return out.written.get();
  }

  Subscription listen(Runnable changed) {
    listeners.add(changed);
    return () -> listeners.remove(changed);
  }

  Tail.Part<WireLine> since(long number, int limit) {
    return lines.since(number, limit);
  }

  /** Writes the whole entries that there are now. */
  void copyTo(OutputStream to) throws IOException {
    long left = out.written.get();
    byte[] block = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      while (left > 0) {
        int read = in.read(block, 0, (int) Math.min(left, block.length));
        if (read < 0) {
          throw new IOException(file + " is shorter than the recording");
        }
        to.write(block, 0, read);
        left -= read;
      }
    }
  }

  /** Writes down no more; what there is stays. */
  void stop() {
    if (isRunning) {
      isRunning = false;
      vm.recordWire(null);
      listeners.forEach(Runnable::run);
    }
  }

  /** Forgets all. */
  @Override
  public void close() throws IOException {
    stop();
    isClosed = true;
    try {
      recorder.close();
    } catch (IOException e) {
      // It was full, which the page has been notified of.
    }
    Files.deleteIfExists(file);
    listeners.forEach(Runnable::run);
  }
}
