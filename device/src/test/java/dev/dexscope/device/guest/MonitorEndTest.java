package dev.dexscope.device.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that sends more requests while nothing is answered. */
@Timeout(60)
class MonitorEndTest {
  private static final int MEBIBYTE = 1 << 20;

  private final CountDownLatch answers = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void ofLongQuestionsFewAreKept() throws Exception {
    assertThat(askedUntilItWaits(new byte[MEBIBYTE])).isBetween(4, 5);
  }

  @Test
  void ofShortOnesNotTooMany() throws Exception {
    assertThat(askedUntilItWaits(new byte[8])).isBetween(64, 65);
  }

  /** Its thread would remain for good, and its place among the connections. */
  private int askedUntilItWaits(byte[] data) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Link far = Link.of(new Socket(server.getInetAddress(), server.getLocalPort()));
        Link near = Link.of(server.accept())) {
      CompletableFuture<JdwpConnection> monitor =
          CompletableFuture.supplyAsync(() -> {
            try {
              return JdwpConnection.connect(far, JdwpConnection.Limits.DEFAULT);
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          });
      JdwpConnection connection = JdwpConnection.accept(near, JdwpConnection.Limits.DEFAULT);
      monitor.get();
      CompletableFuture<IOException> failure = new CompletableFuture<>();
      try (MonitorEnd end = MonitorEnd.over(connection, this::fail, failure::complete)) {
        Thread asks = Thread.ofVirtual().start(() -> askOn(end, data));
        while (asks.getState() != Thread.State.WAITING) {
          Thread.onSpinWait();
        }
        int before = asked.get();
        answers.countDown();
        asks.join();
        assertThat(failure.get()).hasMessage("no answer");
        return before;
      }
    }
  }

  private void fail(JdwpPacket.Command question, MonitorEnd to) throws IOException {
    try {
      answers.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IOException("no answer");
  }

  private void askOn(MonitorEnd end, byte[] data) {
    try {
      while (true) {
        end.ask(new JdwpPacket.Command(1, 199, 1, data));
        asked.incrementAndGet();
      }
    } catch (IOException e) {
      // It is dropped.
    }
  }
}
