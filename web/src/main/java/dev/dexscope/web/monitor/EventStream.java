package dev.dexscope.web.monitor;

import dev.dexscope.web.http.Exchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Events for one page, as a browser's {@code EventSource} takes them. What has changed is not
 * queued: it is raised, and the page is told how things stand when it is ready to take that. So a
 * slow page is told less often, and nothing piles up.
 */
final class EventStream {
  /** Silence for longer is broken by a comment: so the server learns that a page has left. */
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

  /** As often as somebody can read is often enough. */
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
