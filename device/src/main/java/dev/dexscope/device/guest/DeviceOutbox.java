package dev.dexscope.device.guest;

import dev.dexscope.device.control.ControlMessage;
import dev.dexscope.observe.logcat.LogEntry;
import dev.dexscope.observe.logcat.Logcat;
import dev.dexscope.wire.Link;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The messages to the device, in the order of their arrival. A debugger may suspend a thread of the
 * program anywhere, and one suspended in a lock would block all others that send messages. So
 * messages are added to a queue without locks, and a thread of ours writes them. If the queue is
 * long, the sender waits until its message is written.
 */
final class DeviceOutbox implements Logcat.Sink {
  /** More are not in memory but for one message of each thread. */
  private static final int MOST_BYTES = 1 << 20;

  private final Link device;
  private final Queue<Letter> left = new ConcurrentLinkedQueue<>();
  private final AtomicInteger bytesLeft = new AtomicInteger();
  private final Thread writer;

  /** A message, and the thread that may wait until it is written. */
  private static final class Letter {
    private final byte[] bytes;
    private volatile boolean isWritten;
    private volatile @Nullable Thread waits;

    Letter(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  private DeviceOutbox(Link device) {
    this.device = device;
    writer = Thread.ofPlatform().daemon().name("dexscope told").unstarted(this::writeAll);
  }

  /** Its thread ends with the process, which does not end before all messages are written. */
  static DeviceOutbox over(Link device) {
    DeviceOutbox outbox = new DeviceOutbox(device);
    outbox.writer.start();
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(outbox::flush));
    return outbox;
  }

  @Override
  public void add(LogEntry entry) {
    tell(new ControlMessage.Log(entry));
  }

  /** Tells the device. Any thread may come, interrupted or not; it holds nothing meanwhile. */
  void tell(ControlMessage message) {
    Letter letter = leave(message.toBytes());
    if (bytesLeft.get() > MOST_BYTES) {
      await(letter);
    }
  }

  @Override
  public void flush() {
    await(leave(new byte[0]));
  }

  private Letter leave(byte[] bytes) {
    Letter letter = new Letter(bytes);
    bytesLeft.addAndGet(bytes.length);
    left.add(letter);
    LockSupport.unpark(writer);
    return letter;
  }

  private void await(Letter letter) {
    letter.waits = Thread.currentThread();
    boolean isInterrupted = false;
    while (!letter.isWritten) {
      LockSupport.park(this);
      isInterrupted |= Thread.interrupted();
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeAll() {
    while (true) {
      Letter next = left.poll();
      if (next == null) {
        LockSupport.park(this);
      } else {
        write(next.bytes);
        bytesLeft.addAndGet(-next.bytes.length);
        next.isWritten = true;
        LockSupport.unpark(next.waits);
      }
    }
  }

  private void write(byte[] bytes) {
    try {
      device.write(bytes);
    } catch (IOException e) {
      // The device has ended, which the reader sees too.
    }
  }
}
