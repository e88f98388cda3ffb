package dev.dexscope.apphost.device.frames;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunQueueTest {
  @Test
  void theTimeOnlyGrows() {
    RunQueue own = RunQueue.ofCurrentThread();
    long before = own.nanos();
    for (int i = 0; i < 100; i++) {
      Thread.onSpinWait();
    }
    assertThat(own.nanos()).isGreaterThanOrEqualTo(before);
    assertThat(before).isNotNegative();
  }
}
