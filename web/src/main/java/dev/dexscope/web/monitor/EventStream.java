package dev.dexscope.web.monitor;

import dev.dexscope.web.http.Exchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Events for one page, as a browser's {@code EventSource} takes them. Changes are not queued: they
 * are raised, and the current state is sent when the page is ready to receive it. So a slow page
 * receives fewer events, and nothing accumulates.
 */
final class EventStream {
  /**
   * A longer silence is ended by a comment, by which the server detects that a page has
   * disconnected.
   */
  private static final long LONGEST_SILENCE_MILLIS = 10_000;

  private final OutputStream out;
  private final Semaphore raised = new Semaphore(0);

  EventStream(Exchange exchange) {
    this.out = exchange.events();
  }

  /** Something has changed. */
  void raise() {
    raised.release();
  }

  /** Waits until something has changed, or so long. */
  void await(long millis) throws IOException {
    long left = millis;
    try {
      while (left > LONGEST_SILENCE_MILLIS) {
        if (raised.tryAcquire(LONGEST_SILENCE_MILLIS, TimeUnit.MILLISECONDS)) {
          raised.drainPermits();
          return;
        }
        write(": still here\n\n".getBytes(StandardCharsets.UTF_8));
        left -= LONGEST_SILENCE_MILLIS;
      }
      if (raised.tryAcquire(left, TimeUnit.MILLISECONDS)) {
        raised.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server stops", e);
    }
  }

  /** Limits events to a rate that users can read. */
  static void pause(long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server stops", e);
    }
  }

  /** Tells how something stands. */
  void send(String name, Exchange.Fieldset fields) throws IOException {
    // JSON has no raw line ends, which would end the event.
    write(("event: " + name + "\ndata: ").getBytes(StandardCharsets.UTF_8));
    write(Exchange.jsonBytes(fields));
    write("\n\n".getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }
}
