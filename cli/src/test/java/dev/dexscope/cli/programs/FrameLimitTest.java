package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.apps.Frame;
import dev.dexscope.apps.FrameFigures;
import dev.dexscope.cli.terminal.CliException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameLimitTest {
  private static final FrameFigures TWENTY_MILLIS =
      FrameFigures.of(List.of(new Frame("A", 0, 0, 0, 0, 0, 20_000_000)));

  @Test
  void isExceededByFramesThatCostMore() throws CliException {
    List<FrameLimit> limits =
        FrameLimit.of(List.of("10%", "frames.p95:16ms", "frames.p50:20ms", "frames.p99:16.5ms"));
    assertThat(limits)
        .containsExactly(new FrameLimit(95, 16), new FrameLimit(50, 20), new FrameLimit(99, 16.5));
    assertThat(limits.getFirst().isExceededBy(TWENTY_MILLIS)).isTrue();
    assertThat(limits.getFirst().excess(TWENTY_MILLIS))
        .isEqualTo("slower: frames.p95 is 20.0 ms of CPU time, over 16 ms");
    assertThat(limits.get(1).isExceededBy(TWENTY_MILLIS)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"frames.p95", "frames.p94:16ms", "frames.p95:16", "frames.p95:-1ms"})
  void otherFormsAreRefused(String limit) {
    assertThatThrownBy(() -> FrameLimit.of(List.of(limit)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(limit);
  }
}
