package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppHeapTest {
  @Test
  void sizesAreReadAsTheyAreWritten() {
    assertThat(AppHeap.parse("192m").limit(false)).isEqualTo(192);
    assertThat(AppHeap.parse("1G").limit(true)).isEqualTo(2048);
    assertThat(AppHeap.parse(AppHeap.DEFAULT.toString())).isEqualTo(AppHeap.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "256", "m", "-1m", "8m", "9g", "99999g", "1.5g", "256mb"})
  void othersAreRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> AppHeap.parse(text));
  }

  @Test
  void theJavaVmHasRoomForTheFramework() {
    assertThat(AppHeap.parse("256m").options(false)).contains("-Xmx384m");
    assertThat(AppHeap.parse("256m").options(true)).contains("-Xmx640m");
  }
}
