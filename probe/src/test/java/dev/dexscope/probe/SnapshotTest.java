package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread's calls as seen from another thread. */
class SnapshotTest {
  private static final int CALLER = 0;
  private static final int CALLED = 1;
  private static final Clock CLOCK = new WallClock();

  private final CommandChain chain = new CommandChain(CLOCK);

  @Test
  @Timeout(60)
  void aBusyThreadGivesConsistentSnapshots() throws Exception {
    var stop = new AtomicBoolean();
    var recorder = new AtomicReference<ThreadRecorder>();
    var started = new CountDownLatch(1);
    Thread busy =
        Thread.ofPlatform()
            .start(() -> {
              ThreadRecorder mine = recorder();
              recorder.set(mine);
              started.countDown();
              while (!stop.get()) {
                mine.enter(CALLER);
                mine.enter(CALLED);
                mine.exit();
                mine.exit();
              }
            });
    started.await();

    for (int i = 0; i < 50; i++) {
      Calls seen = take(Objects.requireNonNull(recorder.get()));
      long callers = seen.tables().methods.get(CALLER + 1, Counters.CALLS);
      long called = seen.tables().methods.get(CALLED + 1, Counters.CALLS);
      assertThat(callers - called).isBetween(0L, 1L);
      assertThat(seen.tables().methods.get(CALLER + 1, Counters.SUBRS)).isEqualTo(called);
      assertThat(seen.tables().methods.get(Calls.ROOT_ROW, Counters.SUBRS)).isEqualTo(callers);
      assertThat(exclusive(seen))
          .isEqualTo(seen.tables().methods.get(Calls.ROOT_ROW, Counters.INCL_WALL));
    }
    stop.set(true);
    busy.join();
  }

  @Test
  void aThreadThatWaitsIsLookedAtWithoutItsHelp() throws Exception {
    var ready = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var recorder = new AtomicReference<ThreadRecorder>();
    Thread waiting =
        Thread.ofPlatform()
            .start(() -> {
              ThreadRecorder mine = recorder();
              mine.enter(CALLER);
              recorder.set(mine);
              ready.countDown();
              await(goOn);
            });
    ready.await();

    ThreadRecorder other = Objects.requireNonNull(recorder.get());
    assertThat(take(other).tables().methods.get(CALLER + 1, Counters.CALLS)).isEqualTo(1);
    chain.add(Command.RESET);
    assertThat(take(other).tables().methods.get(CALLER + 1, Counters.CALLS)).isEqualTo(1);
    chain.add(Command.STOP);
    chain.add(Command.RESET);
    assertThat(take(other).tables().methods.get(CALLER + 1, Counters.CALLS)).isZero();

    goOn.countDown();
    waiting.join();
  }

  @Test
  void aThreadThatBeginsWhileStoppedCountsNothing() {
    chain.add(Command.STOP);
    ThreadRecorder recorder = recorder();
    recorder.enter(CALLER);
    recorder.exit();
    chain.add(Command.START);
    recorder.enter(CALLED);
    recorder.exit();

    Calls seen = take(recorder);
    assertThat(seen.tables().methods.get(CALLER + 1, Counters.CALLS)).isZero();
    assertThat(seen.tables().methods.get(CALLED + 1, Counters.CALLS)).isEqualTo(1);
  }

  private ThreadRecorder recorder() {
    return TestClock.recorder(0, Rules.PLAIN, CLOCK, chain);
  }

  private Calls take(ThreadRecorder recorder) {
    Command command = chain.add(Command.SNAPSHOT);
    while (true) {
      ThreadRecorder.Snapshot snapshot = recorder.snapshot(command);
      if (snapshot != null) {
        return snapshot.calls;
      }
      Thread.onSpinWait();
    }
  }

  private static long exclusive(Calls calls) {
    long sum = 0;
    for (int row = 0; row <= CALLED + 1; row++) {
      sum += calls.tables().methods.get(row, Counters.EXCL_WALL);
    }
    return sum;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
