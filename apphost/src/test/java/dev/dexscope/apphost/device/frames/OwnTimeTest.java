package dev.dexscope.apphost.device.frames;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class OwnTimeTest {
  private static final Duration WAIT = Duration.ofMillis(3);

  private final OwnTime own = new OwnTime();

  /** A thread that waits for others which translate has no CPU time. */
  @Test
  void workThatWaitsGoesOn() throws Exception {
    own.begin();
    own.begin();
    Thread.sleep(WAIT);
    own.end();
    assertThat(own.isRunning()).isTrue();
    assertThat(own.elapsed()).isZero();
    own.end();

    assertThat(own.isRunning()).isFalse();
    assertThat(own.elapsed()).isGreaterThanOrEqualTo(WAIT.toNanos());
    assertThat(own.cpu()).isPositive().isLessThan(own.elapsed());
  }

  @Test
  void thatOfOtherThreadsDoesNotCount() throws Exception {
    var other =
        new FutureTask<>(() -> {
          own.begin();
          own.end();
          return own.elapsed();
        });
    Thread.ofPlatform().start(other);

    assertThat(other.get()).isZero();
    assertThat(own.isRunning()).isFalse();
  }
}
