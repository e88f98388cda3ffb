package dev.dexscope.device.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.observe.logcat.LogEntry;
import dev.dexscope.wire.WireFormatException;
import java.io.EOFException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class DroppedPeersTest {
  private final List<LogEntry> log = new ArrayList<>();
  private final DroppedPeers dropped = new DroppedPeers("adbd", "connection", log::add);

  @Test
  void whoIsDroppedIsNamedWithTheReason() {
    dropped.ended(new CompletionException(new WireFormatException("peer 7", 4, "no packet")));
    assertThat(log.getFirst().message()).contains("peer 7", "no packet", "(1 so far)");
    assertThat(log.getFirst().tag()).isEqualTo("adbd");
  }

  @Test
  void whoHasLeftIsNotDropped() {
    dropped.ended(new EOFException("peer 7: ended"));
    dropped.ended(new SocketException("reset"));
    assertThat(log).isEmpty();
  }

  @Test
  void whoComesAgainAndAgainDoesNotFillTheLog() {
    for (int i = 0; i < 100_000; i++) {
      dropped.ended("peer " + i);
    }
    assertThat(log).hasSizeBetween(DroppedPeers.MOST_PER_SECOND, 10_000);
    assertThat(log.get(9).message()).contains("(10 so far)");
  }
}
