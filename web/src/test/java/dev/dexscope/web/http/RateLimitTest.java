package dev.dexscope.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private final AtomicLong seconds = new AtomicLong();
  private final InstantSource clock = () -> Instant.ofEpochSecond(seconds.get());
  private final RateLimit rate = new RateLimit(3, Duration.ofMinutes(1), clock);

  @Test
  void soManyAtOnceThenOneAfterTheOther() {
    for (int i = 0; i < 3; i++) {
      assertThat(rate.takes("10.0.0.1")).isTrue();
    }
    assertThat(rate.takes("10.0.0.1")).isFalse();
    assertThat(rate.takes("10.0.0.2")).isTrue();

    seconds.addAndGet(20);
    assertThat(rate.takes("10.0.0.1")).isTrue();
    assertThat(rate.takes("10.0.0.1")).isFalse();

    seconds.addAndGet(3600);
    for (int i = 0; i < 3; i++) {
      assertThat(rate.takes("10.0.0.1")).isTrue();
    }
    assertThat(rate.takes("10.0.0.1")).isFalse();
  }

  @Test
  void aNetworkOfManyAddressesIsOneClient() {
    for (int i = 0; i < 3; i++) {
      assertThat(rate.takes("[2001:db8:1:2::" + i + "]")).isTrue();
    }
    assertThat(rate.takes("2001:db8:1:2:ffff:1:2:3")).isFalse();
    assertThat(rate.takes("2001:db8:1:3::1")).isTrue();
  }

  @Test
  void onlyTheLastAreRemembered() {
    for (int i = 0; i < 100_000; i++) {
      assertThat(rate.takes("client" + i)).isTrue();
    }
    assertThat(rate.takes("client99999")).isTrue();
  }
}
