package dev.dexscope.device.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InputPipeTest {
  private static final int BLOCK = 1 << 12;

  @Test
  void whoGivesMoreThanIsReadWaitsUntilTheReaderCloses() throws InterruptedException {
    InputPipe pipe = new InputPipe();
    AtomicInteger given = new AtomicInteger();
    Thread gives =
        Thread.ofVirtual()
            .start(() -> {
              try {
                for (int i = 0; i < 1000; i++) {
                  pipe.give(new byte[BLOCK]);
                  given.addAndGet(BLOCK);
                }
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    while (gives.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(given.get()).isBetween(1 << 16, (1 << 16) + BLOCK);
    pipe.close();
    gives.join();
    assertThat(given.get()).isEqualTo(1000 * BLOCK);
  }
}
