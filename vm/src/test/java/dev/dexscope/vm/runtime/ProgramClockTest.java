package dev.dexscope.vm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.vm.Assembled;
import dev.dexscope.vm.Engine;
import java.lang.reflect.Method;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProgramClockTest {
  private static final String CLASSES =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static m()J
        .registers 2
        invoke-static {}, Ljava/lang/System;->currentTimeMillis()J
        move-result-wide v0
        return-wide v0
      .end method
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void timeThatIsSkippedHasPassed(Engine engine) throws Exception {
    ClassLoader loader = Assembled.load(engine, Assembled.dex(folder, CLASSES));
    Method clock = loader.loadClass("Main").getMethod("m");
    assertThat(ahead(clock)).isZero();

    ProgramClock.skip(3_000_000_000L);

    assertThat(ahead(clock)).isEqualTo(3_000);
  }

  /** The milliseconds between the program's time of day and the host's, read at one moment. */
  private static long ahead(Method clock) throws ReflectiveOperationException {
    while (true) {
      long before = System.currentTimeMillis();
      long ahead = (long) clock.invoke(null) - before;
      if (System.currentTimeMillis() == before) {
        return ahead;
      }
    }
  }
}
