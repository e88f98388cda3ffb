package dev.dexscope.monitor.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import dev.dexscope.wire.adb.AdbServer;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Google's adb, started where no server of it runs. */
@NeedsPeer(Peer.ADB)
@Timeout(60)
class AdbProgramTest {
  @TempDir Path folder;

  @Test
  void aServerIsStartedWhereNoneRuns() throws Exception {
    try (StockAdb adb = new StockAdb(folder)) {
      adb.run("kill-server");
      AdbServer server = AdbServer.local(adb.port());
      assertThatExceptionOfType(ConnectException.class)
          .isThrownBy(() -> new AdbDevices(server, null).follow(_ -> {}));
      String home = folder.toString();
      AdbProgram program = new AdbProgram(Peer.ADB.path(), Map.of("HOME", home, "TMPDIR", home));
      CompletableFuture<List<DeviceSighting>> seen = new CompletableFuture<>();
      Thread follower = Thread.ofVirtual().start(() -> follow(server, program, seen));
      assertThat(seen.get(60, TimeUnit.SECONDS)).isNotNull();
      follower.interrupt();
      assertThat(server.version()).isPositive();
    }
  }

  private static void follow(
      AdbServer server, AdbProgram program, CompletableFuture<List<DeviceSighting>> seen) {
    try {
      new AdbDevices(server, program).follow(seen::complete);
    } catch (IOException e) {
      seen.completeExceptionally(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void itIsFoundOnThePath() {
    assertThat(AdbProgram.find()).map(AdbProgram::file).isPresent();
  }
}
