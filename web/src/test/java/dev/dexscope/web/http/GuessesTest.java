package dev.dexscope.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How many tokens a client may try. */
class GuessesTest {
  private static final String CLIENT = "192.0.2.1";

  private Instant now = Instant.EPOCH;
  private final Guesses guesses = new Guesses(() -> now);

  private boolean isRight(String client, String text) {
    return isRight(client, "token", text, "right");
  }

  private boolean isRight(String client, String kind, String text, String right) {
    return guesses.grant(client, kind, text, each -> each.equals(right) ? Grant.ALL : null) != null;
  }

  private void exhaust() {
    for (int i = 0; i < 30; i++) {
      assertThat(isRight(CLIENT, "wrong " + i)).isFalse();
    }
  }

  @Test
  void wrongTokensAreThrottledForTheirClientAlone() {
    exhaust();

    assertThatThrownBy(() -> isRight(CLIENT, "another"))
        .isInstanceOf(HttpException.class)
        .hasMessageContaining("too many wrong tokens");
    assertThat(isRight("192.0.2.2", "right")).isTrue();
    now = now.plusSeconds(3);
    assertThat(isRight(CLIENT, "right")).isTrue();
  }

  @Test
  void rightTokensCostNothing() {
    for (int i = 0; i < 1000; i++) {
      assertThat(isRight(CLIENT, "right")).isTrue();
    }
  }

  @Test
  void whatIsWrongAsATokenMayBeRightAsACookie() {
    assertThat(isRight(CLIENT, "cookie")).isFalse();

    assertThat(isRight(CLIENT, "cookie", "cookie", "cookie")).isTrue();
  }

  @Test
  void aTokenThatWasWrongBeforeCountsOnce() {
    for (int i = 0; i < 1000; i++) {
      assertThat(isRight(CLIENT, "of an earlier server")).isFalse();
    }

    assertThat(isRight(CLIENT, "right")).isTrue();
  }
}
