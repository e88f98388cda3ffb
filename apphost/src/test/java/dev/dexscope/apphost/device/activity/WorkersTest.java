package dev.dexscope.apphost.device.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WorkersTest {
  @Test
  void threadsOfTheAppAreWorkersAndOursAreNot() {
    assertThat(Workers.isOfApp(stack("com.a.Game", "com.a.Loop", "java.lang.Thread"))).isTrue();
    assertThat(
            Workers.isOfApp(
                stack("java.io.FileInputStream", "android.os.HandlerThread", "java.lang.Thread")))
        .isTrue();
    String watchdog = "dev.dexscope.apphost.device.frames.Watchdog";
    assertThat(Workers.isOfApp(stack(watchdog, watchdog, "java.lang.Thread"))).isFalse();
    assertThat(Workers.isOfApp(stack("jdk.a.B", "jdk.a.C", "jdk.internal.D"))).isFalse();
  }

  private static StackTraceElement[] stack(String... classes) {
    return Arrays.stream(classes)
        .map(each -> new StackTraceElement(each, "run", null, 1))
        .toArray(StackTraceElement[]::new);
  }
}
