package dev.dexscope.apphost.device.frames;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DrawersTest {
  /** More than a frame is waited for otherwise. */
  private static final long WORK = 300_000_000;

  private volatile boolean isDrawn;

  /** A game loads its textures before it draws, and has nothing to be touched until then. */
  @Test
  void theFirstPictureOfAWindowIsWaitedFor() throws Exception {
    var begun = new CountDownLatch(1);
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          Drawers.starts();
          begun.countDown();
          work();
          isDrawn = true;
          Drawers.awaitNext();
        });
    begun.await();

    Drawers.begin();
    Drawers.await();
    assertThat(isDrawn).isTrue();
  }

  private static void work() {
    var threads = ManagementFactory.getThreadMXBean();
    while (threads.getCurrentThreadCpuTime() < WORK) {
      Thread.onSpinWait();
    }
  }
}
