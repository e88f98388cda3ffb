package dev.dexscope.vm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Unobserved;
import dev.dexscope.vm.Vm;
import org.junit.jupiter.api.Test;

class ProgramEndTest {
  /** The system ends the process, whose hooks run in any order. */
  @Test
  void whoWaitsIsToldThoughTheProcessRunsTheHooksAlready() throws Exception {
    Vm.start(Engine.TRANSLATED, new Unobserved());
    ProgramEnd end = ProgramEnd.begin();
    Thread process = Thread.ofPlatform().start(end::runHooks);
    process.join();

    ProgramEnd.request(3);

    assertThat(end.isReached()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(end.finish(0)).isEqualTo(3);
  }

  @Test
  void whoHasLeftIsNotInterrupted() {
    Vm.start(Engine.TRANSLATED, new Unobserved());
    ProgramEnd end = ProgramEnd.begin();
    assertThat(end.finish(7)).isEqualTo(7);

    ProgramEnd.request(3);

    assertThat(Thread.interrupted()).isFalse();
    assertThat(end.finish(7)).isEqualTo(7);
  }
}
