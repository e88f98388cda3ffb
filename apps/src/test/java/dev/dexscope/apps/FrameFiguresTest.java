package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameFiguresTest {
  private static Frame frame(long cpu) {
    return new Frame("A", 0, 99, cpu / 4, cpu / 4, cpu / 4, cpu - 3 * (cpu / 4));
  }

  @Test
  void percentilesLieBetweenTheNearestFrames() {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i <= 10; i++) {
      frames.add(frame(i * 10L));
    }
    Collections.shuffle(frames, new Random(1));
    FrameFigures figures = FrameFigures.of(frames);
    assertThat(figures.count()).isEqualTo(11);
    assertThat(figures.percentile(50)).isEqualTo(50);
    assertThat(figures.percentile(95)).isEqualTo(95);
    assertThat(figures.percentile(99)).isEqualTo(99);
    assertThat(figures.percentile(100)).isEqualTo(100);
    assertThat(figures.countOver(90)).isEqualTo(1);
  }

  @Test
  void noFrameCostsNothing() {
    assertThat(FrameFigures.of(List.of()).percentile(99)).isZero();
    assertThat(FrameFigures.of(List.of(frame(7))).percentile(50)).isEqualTo(7);
  }
}
