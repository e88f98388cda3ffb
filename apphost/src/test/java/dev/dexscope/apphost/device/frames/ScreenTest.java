package dev.dexscope.apphost.device.frames;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScreenTest {
  @Test
  void pixelsStandBehindFourNumbers() {
    assertThat(Screen.raw(2, 1, new int[] {0xff102030, 0x80ffee00}))
        .containsExactly(
            2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, //
            0x10, 0x20, 0x30, 0xff, 0xff, 0xee, 0x00, 0x80);
  }
}
