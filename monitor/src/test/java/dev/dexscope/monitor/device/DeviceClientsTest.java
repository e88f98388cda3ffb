package dev.dexscope.monitor.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.dexscope.monitor.FakeAdb;
import dev.dexscope.monitor.watch.DeviceLog;
import dev.dexscope.monitor.watch.Monitor;
import dev.dexscope.monitor.watch.MonitorSettings;
import dev.dexscope.monitor.watch.MonitoredDevice;
import dev.dexscope.monitor.watch.Subscription;
import dev.dexscope.monitor.watch.Tail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The properties of a device besides its VMs: its log, its system. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeviceClientsTest {
  private static final MonitorSettings QUICK =
      new MonitorSettings(Duration.ofSeconds(30), Duration.ofMillis(1), Duration.ofMillis(20));

  private static MonitoredDevice device(Monitor monitor, FakeAdb adb) throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    monitor.listen(_ -> seen.countDown());
    monitor.watch(new AdbDevices(adb.address(), null));
    seen.await();
    return monitor.device("phone").orElseThrow();
  }

  private static FakeAdb phone(FakeAdb.Services services) throws IOException {
    FakeAdb adb = new FakeAdb(services);
    adb.device("phone", "device");
    return adb;
  }

  @Test
  void linesOfALogAreTakenApart() {
    assertThat(LogLine.parse("11-22 20:31:05.123  4711  4712 W My tag  : a: b"))
        .isEqualTo(new LogLine("11-22 20:31:05.123", 4711, 4712, 'W', "My tag", "a: b"));
    assertThat(LogLine.parse("11-22 20:31:05.123 u0_a12  4711  4712 E T: ").message()).isEmpty();
    assertThat(LogLine.parse("11-22 20:31:05.123  4711  4712 I : <b>\u0007"))
        .isEqualTo(new LogLine("11-22 20:31:05.123", 4711, 4712, 'I', "", "<b>\u0007"));
    assertThat(LogLine.parse("--------- beginning of main").level()).isEqualTo('?');
    assertThat(LogLine.parse("11-22 20:31:05.123 99999999999 1 W T: a").level()).isEqualTo('?');
    assertThat(LogLine.parse("").message()).isEmpty();
  }

  @Test
  void aLogIsFollowedWhileSomebodyLooks() throws Exception {
    CountDownLatch left = new CountDownLatch(1);
    try (FakeAdb adb =
            phone((_, service, link) -> {
              assertThat(service).isEqualTo("shell:logcat -v threadtime");
              link.write("11-22 20:31:05.123  1  2 W T: one\n".getBytes(StandardCharsets.UTF_8));
              link.write("x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8));
              link.write("\nlast\n".getBytes(StandardCharsets.UTF_8));
              assertThat(link.in().read()).isNegative();
              left.countDown();
            });
        Monitor monitor = new Monitor(QUICK)) {
      DeviceLog log = device(monitor, adb).log();
      BlockingQueue<Boolean> changes = new LinkedBlockingQueue<>();
      try (Subscription _ = log.watch(() -> changes.add(true))) {
        while (log.since(0, 10).all().size() < 3) {
          changes.take();
        }
      }
      left.await();
      List<LogLine> lines = log.since(0, 10).all();
      assertThat(lines.getFirst().message()).isEqualTo("one");
      assertThat(lines.get(1).message()).hasSize(8192);
      assertThat(lines.getLast().message()).isEqualTo("last");
    }
  }

  @Test
  void aLogThatEndsIsToldAndAskedForAgain() throws Exception {
    try (FakeAdb adb = phone((_, _, link) -> link.write("a\n".getBytes(StandardCharsets.UTF_8)));
        Monitor monitor = new Monitor(QUICK)) {
      DeviceLog log = device(monitor, adb).log();
      BlockingQueue<Boolean> changes = new LinkedBlockingQueue<>();
      try (Subscription _ = log.watch(() -> changes.add(true))) {
        while (log.since(0, 10).next() < 3 || log.problem().isEmpty()) {
          changes.take();
        }
        assertThat(log.problem()).isEqualTo("the device's log has ended");
        assertThat(log.since(0, 10).all()).hasSizeLessThan(2);
      }
    }
  }

  @Test
  void whatTheSystemTellsOfItself() throws Exception {
    String told =
        """
        0.52 0.58 0.59 2/1204 4711
        MemTotal:        8000 kB\r
        MemFree:          100 kB
        MemAvailable:    3000 kB
        Cached:           500 kB
        Filesystem     1K-blocks     Used Available Use% Mounted on
        /dev/block/dm-1     2000     1900       100  95% /
        /dev/fuse           9000     1000      8000  12% /storage/emulated
        /dev/block/dm-5     5000     1000      4000  20% /data
        """;
    try (FakeAdb adb = phone((_, _, link) -> link.write(told.getBytes(StandardCharsets.UTF_8)));
        Monitor monitor = new Monitor(QUICK)) {
      HostFigures figures = device(monitor, adb).host();

      assertThat(figures.load()).isEqualTo(0.52);
      assertThat(figures.memory()).isEqualTo(8000L * 1024);
      assertThat(figures.available()).isEqualTo(3000L * 1024);
      assertThat(figures.data())
          .isEqualTo(new HostFigures.Disk("/data", 5000L * 1024, 4000L * 1024));
    }
    assertThat(HostFigures.parse("MemTotal: 9 kB\nMemFree: 1 kB\nCached: 2 kB").available())
        .isEqualTo(3L * 1024);
    HostFigures none = HostFigures.parse("MemTotal:\nMemFree: x kB\n/bin/sh: df: not found\n");
    assertThat(none).isEqualTo(new HostFigures(0, 0, 0, List.of()));
    assertThat(none.data().bytes()).isZero();
  }

  @Test
  void aDeviceWithoutServicesHasNoFigures() throws Exception {
    try (Monitor monitor = new Monitor(QUICK)) {
      CountDownLatch seen = new CountDownLatch(1);
      monitor.listen(_ -> seen.countDown());
      monitor.watch(new LocalVms(new LocalPorts(1, 1, Duration.ofSeconds(1))));
      seen.await();
      MonitoredDevice local = monitor.devices().getFirst();
      assertThatIOException().isThrownBy(local::host);
    }
  }

  @Test
  void aTailKeepsTheLastOnly() {
    Tail<Integer> tail = new Tail<>(3, () -> {});
    for (int i = 0; i < 5; i++) {
      tail.add(i);
    }
    assertThat(tail.since(0, 10)).isEqualTo(new Tail.Part<>(2, List.of(2, 3, 4)));
    assertThat(tail.since(3, 10).all()).containsExactly(3, 4);
    assertThat(tail.since(0, 1).all()).containsExactly(4);
    assertThat(tail.since(99, 10)).isEqualTo(new Tail.Part<>(5, List.of()));
    tail.clear();
    assertThat(tail.since(0, 10)).isEqualTo(new Tail.Part<>(5, List.of()));
  }
}
