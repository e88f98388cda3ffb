package dev.dexscope.vm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.libcore.ProgramTime;
import dev.dexscope.vm.Assembled;
import dev.dexscope.vm.Engine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All clocks of a program are one, and so are all of its waits. */
class ProgramClockTest {
  private static final String CLASSES =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static clocks()[J
        .registers 6
        const/4 v0, 4
        new-array v0, v0, [J
        invoke-static {}, Ljava/lang/System;->currentTimeMillis()J
        move-result-wide v1
        const/4 v3, 0
        aput-wide v1, v0, v3
        invoke-static {}, Ljava/lang/System;->nanoTime()J
        move-result-wide v1
        const/4 v3, 1
        aput-wide v1, v0, v3
        invoke-static {}, Landroid/os/SystemClock;->uptimeMillis()J
        move-result-wide v1
        const/4 v3, 2
        aput-wide v1, v0, v3
        invoke-static {}, Ljava/time/Instant;->now()Ljava/time/Instant;
        move-result-object v4
        invoke-virtual {v4}, Ljava/time/Instant;->toEpochMilli()J
        move-result-wide v1
        const/4 v3, 3
        aput-wide v1, v0, v3
        return-object v0
      .end method
      .method public static waits()V
        .registers 6
        const-wide/16 v0, 7
        invoke-static {v0, v1}, Ljava/lang/Thread;->sleep(J)V
        const/4 v2, 5
        invoke-static {v0, v1, v2}, Ljava/lang/Thread;->sleep(JI)V
        const-string v3, "lock"
        monitor-enter v3
        invoke-virtual {v3, v0, v1}, Ljava/lang/Object;->wait(J)V
        monitor-exit v3
        invoke-static {v0, v1}, Ljava/util/concurrent/locks/LockSupport;->parkNanos(J)V
        sget-object v4, Ljava/util/concurrent/TimeUnit;->SECONDS:Ljava/util/concurrent/TimeUnit;
        invoke-virtual {v4, v0, v1}, Ljava/util/concurrent/TimeUnit;->sleep(J)V
        invoke-static {v0, v1}, Landroid/os/SystemClock;->sleep(J)V
        return-void
      .end method
      """;

  private static final String DATES =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static dates()[J
        .registers 6
        const/4 v0, 5
        new-array v0, v0, [J
        new-instance v1, Ljava/util/Date;
        move-object v5, v1
        invoke-direct {v1}, Ljava/util/Date;-><init>()V
        invoke-virtual {v5}, Ljava/util/Date;->getTime()J
        move-result-wide v1
        const/4 v3, 0
        aput-wide v1, v0, v3
        new-instance v4, Ljava/util/GregorianCalendar;
        invoke-direct {v4}, Ljava/util/GregorianCalendar;-><init>()V
        invoke-virtual {v4}, Ljava/util/GregorianCalendar;->getTimeInMillis()J
        move-result-wide v1
        const/4 v3, 1
        aput-wide v1, v0, v3
        invoke-static {}, Ljava/util/Calendar;->getInstance()Ljava/util/Calendar;
        move-result-object v4
        invoke-virtual {v4}, Ljava/util/Calendar;->getTimeInMillis()J
        move-result-wide v1
        const/4 v3, 2
        aput-wide v1, v0, v3
        invoke-static {}, Ljava/time/Clock;->systemUTC()Ljava/time/Clock;
        move-result-object v4
        invoke-virtual {v4}, Ljava/time/Clock;->millis()J
        move-result-wide v1
        const/4 v3, 3
        aput-wide v1, v0, v3
        sget-object v4, Ljava/time/ZoneOffset;->UTC:Ljava/time/ZoneOffset;
        invoke-static {v4}, Ljava/time/LocalTime;->now(Ljava/time/ZoneId;)Ljava/time/LocalTime;
        move-result-object v4
        invoke-virtual {v4}, Ljava/time/LocalTime;->toNanoOfDay()J
        move-result-wide v1
        const/4 v3, 4
        aput-wide v1, v0, v3
        return-object v0
      .end method
      .method public static from(J)J
        .registers 3
        new-instance v0, Ljava/util/Date;
        invoke-direct {v0, p0, p1}, Ljava/util/Date;-><init>(J)V
        invoke-virtual {v0}, Ljava/util/Date;->getTime()J
        move-result-wide p0
        return-wide p0
      .end method
      """;

  @TempDir Path folder;

  /** It stands still but for sleeps, which take no real time. */
  private static final class Stopped implements ProgramTime {
    private final List<String> waits = new ArrayList<>();
    private long now = 2_000_000_000;

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public long currentTimeMillis() {
      return now / 1_000_000 + 1;
    }

    @Override
    public long sinceStart() {
      return now;
    }

    @Override
    public void sleep(long nanos) {
      waits.add("sleep " + nanos);
      now += nanos;
    }

    @Override
    public void park(@Nullable Object blocker, long nanos) {
      waits.add("park " + nanos);
    }

    @Override
    public void await(Object monitor, long nanos) {
      waits.add("await " + monitor + " " + Thread.holdsLock(monitor) + " " + nanos);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aProgramHasTheTimeOfItsHost(Engine engine) throws Exception {
    Class<?> program = Assembled.load(engine, Assembled.dex(folder, CLASSES)).loadClass("Main");
    var time = new Stopped();
    ProgramClock.set(time);

    assertThat((long[]) program.getMethod("clocks").invoke(null))
        .containsExactly(2001, 2_000_000_000, 2000, 2001);
    program.getMethod("waits").invoke(null);
    assertThat(time.waits)
        .containsExactly(
            "sleep 7000000",
            "sleep 7000005",
            "await lock true 7000000",
            "park 7",
            "sleep 7000000000",
            "sleep 7000000");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void datesAreMadeOfTheTimeOfTheHost(Engine engine) throws Exception {
    Class<?> program = Assembled.load(engine, Assembled.dex(folder, DATES)).loadClass("Main");
    ProgramClock.set(new Stopped());

    assertThat((long[]) program.getMethod("dates").invoke(null))
        .containsExactly(2001, 2001, 2001, 2001, 2_001_000_000);
    assertThat(program.getMethod("from", long.class).invoke(null, 5L)).isEqualTo(5L);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void otherwiseItIsTheMachines(Engine engine) throws Exception {
    Class<?> program = Assembled.load(engine, Assembled.dex(folder, CLASSES)).loadClass("Main");
    long before = System.nanoTime();
    long[] clocks = (long[]) program.getMethod("clocks").invoke(null);
    assertThat(clocks[1]).isBetween(before, System.nanoTime());
  }
}
