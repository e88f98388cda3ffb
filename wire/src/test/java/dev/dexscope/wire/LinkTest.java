package dev.dexscope.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LinkTest {
  @Test
  void aPeerThatSaysNothingLosesTheLinkAtTheDeadline() throws IOException {
    try (Pipes.Ends ends = Pipes.connect()) {
      assertThatThrownBy(
              () -> ends.near().within(Duration.ofMillis(20), "word", () -> ends.near().read(4)))
          .isInstanceOf(DeadlineException.class)
          .hasMessageContaining("no word within 20 ms");
      assertThat(ends.far().in().read()).isEqualTo(-1);
    }
  }

  @Test
  void anAnswerInTimeLeavesTheLinkOpen() throws IOException {
    try (Pipes.Ends ends = Pipes.connect()) {
      ends.far().write(new byte[] {1, 2, 3, 4});
      byte[] read = ends.near().within(Duration.ofSeconds(60), "word", () -> ends.near().read(4));
      assertThat(read).containsExactly(1, 2, 3, 4);
      ends.far().write(new byte[] {5});
      assertThat(ends.near().in().read()).isEqualTo(5);
    }
  }

  @Test
  void anEndAmongBytesThatWereDueIsToldAsThat() {
    assertThatThrownBy(() -> Pipes.of(new byte[3]).readOrEnd(4)).isInstanceOf(EOFException.class);
  }

  @Test
  void anEndBetweenPacketsIsNone() throws IOException {
    assertThat(Pipes.of(new byte[0]).readOrEnd(4)).isNull();
  }
}
