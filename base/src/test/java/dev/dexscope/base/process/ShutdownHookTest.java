package dev.dexscope.base.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShutdownHookTest {
  @Test
  void aClosedHookIsNotRegisteredAnyMore() {
    var hook = ShutdownHook.add("hook", () -> {});

    hook.close();

    assertThat(Runtime.getRuntime().removeShutdownHook(hook.thread())).isFalse();
  }
}
