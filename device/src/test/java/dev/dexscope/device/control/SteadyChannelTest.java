package dev.dexscope.device.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.wire.Link;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SteadyChannelTest {
  /** More than sockets hold. */
  private static final int MUCH = 1 << 24;

  @TempDir Path folder;
  private Link steady;
  private Link other;

  @BeforeEach
  void connect() throws IOException {
    Path name = folder.resolve("socket");
    try (ServerSocketChannel server = LocalSockets.listen(name)) {
      steady = LocalSockets.connectSteadily(name);
      other = LocalSockets.link(server.accept(), "the other end");
    }
  }

  @AfterEach
  void close() throws IOException {
    steady.close();
    other.close();
  }

  @Test
  void whoIsInterruptedBeforeWritesAndReads() throws IOException {
    Thread.currentThread().interrupt();
    steady.write(new byte[] {1, 2});
    assertThat(Thread.interrupted()).as("stays interrupted").isTrue();
    assertThat(other.read(2)).containsExactly(1, 2);
    other.write(new byte[] {3, -1});
    Thread.currentThread().interrupt();
    assertThat(steady.read(2)).containsExactly(3, -1);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void whoIsInterruptedWhileItWaitsGoesOn() throws Exception {
    var wasInterrupted = new CompletableFuture<Boolean>();
    byte[] much = new byte[MUCH];
    much[MUCH - 1] = 9;
    Thread writer =
        Thread.ofPlatform()
            .start(() -> {
              try {
                steady.write(much);
                wasInterrupted.complete(Thread.interrupted());
              } catch (IOException e) {
                wasInterrupted.completeExceptionally(e);
              }
            });
    assertThat(other.read(1)).containsExactly(0);
    writer.interrupt();
    assertThat(other.read(MUCH - 1)).endsWith(9);
    assertThat(wasInterrupted.get()).isTrue();
  }

  @Test
  void whoWritesToOneThatHasGoneIsToldSoAsBySockets() throws IOException {
    other.close();
    assertThatExceptionOfType(SocketException.class)
        .isThrownBy(() -> steady.write(new byte[MUCH]))
        .withMessage("Broken pipe");
  }

  @Test
  void theEndIsSeenByWhoWaits() throws Exception {
    var end = new CompletableFuture<Integer>();
    Thread.ofPlatform()
        .start(() -> {
          try {
            end.complete(steady.in().read());
          } catch (IOException e) {
            end.completeExceptionally(e);
          }
        });
    other.close();
    assertThat(end.get()).isEqualTo(-1);
  }

  @Test
  void closingEndsWhoWaits() throws Exception {
    var end = new CompletableFuture<Integer>();
    var waits = new CompletableFuture<Integer>();
    Thread.ofPlatform()
        .start(() -> {
          try {
            waits.complete(steady.in().read());
            end.complete(steady.in().read());
          } catch (IOException e) {
            end.completeExceptionally(e);
          }
        });
    other.write(new byte[] {4});
    assertThat(waits.get()).isEqualTo(4);
    steady.close();
    assertThatThrownBy(end::get).hasCauseInstanceOf(ClosedChannelException.class);
  }
}
