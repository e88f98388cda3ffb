package dev.dexscope.monitor.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.monitor.FakeAdb;
import dev.dexscope.monitor.FakeVm;
import dev.dexscope.monitor.device.AdbDevices;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many VMs that send much, for a moment; with {@code -Ddexscope.load.seconds=60} 200 VMs of 50
 * threads that send 20,000 chunks a second for so long.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoadTest {
  private static final int SECONDS = Integer.getInteger("dexscope.load.seconds", 0);
  private static final int VMS = SECONDS == 0 ? 20 : 200;
  private static final int THREADS = 50;
  private static final int CHUNKS = 20_000;

  /** The number of times in a second that each VM sends its share. */
  private static final int BURSTS = SECONDS == 0 ? 1 : 10;

  private static final long MEGABYTE = 1 << 20;
  private static final long MOST_GROWTH = 32 * MEGABYTE;

  private final BlockingQueue<JdwpConnection> asked = new LinkedBlockingQueue<>();
  private final Semaphore arrived = new Semaphore(0);
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong looks = new AtomicLong();

  private void answer(JdwpConnection monitor, JdwpPacket.Command packet) throws IOException {
    switch (FakeVm.request(packet)) {
      case CommonChunk.Bare bare when bare.type() == ChunkType.of("THST") ->
          FakeVm.reply(
              monitor,
              packet,
              new ThreadChunk.Status(
                  IntStream.range(0, THREADS)
                      .mapToObj(i -> new ThreadChunk.ThreadState(i, 1, 100 + i, 0, 0, false))
                      .toList()));
      case ThreadChunk.Notify _ -> {
        for (int i = 0; i < THREADS; i++) {
          FakeVm.tell(monitor, new ThreadChunk.Created(i, "thread " + i));
        }
        asked.add(monitor);
      }
      default -> FakeVm.named("app").on(monitor, packet);
    }
  }

  @Test
  void nothingIsLostAndNothingIsKept() throws Exception {
    FakeAdb adb = new FakeAdb((_, _, link) -> FakeVm.serve(link, this::answer));
    adb.vms("phone", IntStream.rangeClosed(1, VMS).boxed().toList());
    adb.device("phone", "device");
    try (adb;
        Monitor monitor =
            new Monitor(
                new MonitorSettings(
                    Duration.ofSeconds(60), Duration.ofSeconds(1), Duration.ofSeconds(30)))) {
      attach(monitor, adb);
      List<JdwpConnection> connections = new ArrayList<>();
      while (connections.size() < VMS) {
        connections.add(asked.take());
      }
      monitor.vms().forEach(each -> each.sampleThreads(Duration.ofSeconds(1)));
      int share = CHUNKS / VMS / BURSTS;
      long sent = 0;
      long before = 0;
      long start = System.nanoTime();
      for (int burst = 0; burst < Math.max(1, SECONDS * BURSTS); burst++) {
        CountDownLatch done = new CountDownLatch(connections.size());
        ConcurrentLinkedQueue<IOException> failures = new ConcurrentLinkedQueue<>();
        for (JdwpConnection each : connections) {
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (int i = 0; i < share; i++) {
                    FakeVm.tell(each, new ThreadChunk.Renamed(i % THREADS, "thread " + i));
                  }
                } catch (IOException e) {
                  failures.add(e);
                } finally {
                  done.countDown();
                }
              });
        }
        done.await();
        assertThat(failures).isEmpty();
        sent += (long) share * VMS;
        if (burst == BURSTS * SECONDS / 6) {
          before = usedMemory();
        }
        long due = start + (burst + 1) * 1_000_000_000L / BURSTS - System.nanoTime();
        if (SECONDS > 0 && due > 0) {
          Thread.sleep(Duration.ofNanos(due));
        }
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      arrived.acquire((int) sent);
      assertThat(lost).hasValue(0);
      assertThat(arrived.availablePermits()).isZero();
      assertThat(monitor.vms()).allMatch(each -> each.state() == VmState.ATTACHED);
      if (SECONDS > 0) {
        long grown = usedMemory() - before;
        System.out.printf(
            "%d chunks in %.1f s, %d looks at threads, none lost, memory %+d KB to %d MB%n",
            sent, seconds, looks.get(), grown / 1024, usedMemory() / MEGABYTE);
        assertThat(grown).isLessThan(MOST_GROWTH);
      }
    }
  }

  private void attach(Monitor monitor, FakeAdb adb) throws InterruptedException {
    BlockingQueue<MonitoredVm> attached = new LinkedBlockingQueue<>();
    try (Subscription _ =
        monitor.listen(event -> {
          if (event instanceof MonitorEvent.VmAdded added) {
            added.vm().listen(counter());
          } else if (event instanceof MonitorEvent.VmChanged changed
              && changed.vm().state() == VmState.ATTACHED) {
            attached.add(changed.vm());
          }
        })) {
      monitor.watch(new AdbDevices(adb.address(), null));
      for (int i = 0; i < VMS; i++) {
        attached.take();
      }
    }
  }

  private Listener<VmEvent> counter() {
    return new Listener<>() {
      @Override
      public void on(VmEvent event) {
        if (event instanceof VmEvent.ThreadRenamed) {
          arrived.release();
        } else if (event instanceof VmEvent.ThreadsSampled) {
          looks.incrementAndGet();
        }
      }

      @Override
      public void lost(long count) {
        lost.addAndGet(count);
        arrived.release((int) count);
      }
    };
  }

  private static long usedMemory() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
