package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * A stack that ends within the profiler. Where that happens depends on the depth of the recursion
 * and on what is compiled, so threads with different stacks try it often.
 */
class OverflowTest {
  private static final int RECURSIVE = 0;
  private static final int CLEANING = 1;
  private static final int AFTER = 2;
  private static final int ROUNDS = 200;
  private static final int STACK = 160 << 10;

  private final CommandChain chain = new CommandChain(new WallClock());

  @Test
  void theThreadKeepsItsProfile() throws InterruptedException {
    chain.add(Command.START);
    for (int round = 0; round < ROUNDS; round++) {
      overflow(STACK + 64 * round, false);
    }
  }

  @Test
  void theThreadKeepsItsProfileWithCallPaths() throws InterruptedException {
    chain.add(Command.START);
    for (int round = 0; round < ROUNDS; round++) {
      overflow(STACK + 64 * round, true);
    }
  }

  private void overflow(int stack, boolean paths) throws InterruptedException {
    Rules rules = new Rules(Long.MAX_VALUE, 0, paths ? 3 : 0, Overhead.NONE, false);
    ThreadRecorder recorder = TestClock.recorder(0, rules, new WallClock(), chain);
    int[] depths = new int[2];
    Thread thread =
        new Thread(
            null,
            () -> {
              int depth = recorder.enter(AFTER);
              try {
                recurse(recorder);
              } catch (StackOverflowError e) {
                recorder.unwindTo(depth);
              }
              depths[0] = recorder.depth();
              int inner = recorder.enter(AFTER);
              recorder.exit(inner);
              recorder.exit(depth);
              depths[1] = recorder.depth();
            },
            "overflow",
            stack);
    thread.start();
    thread.join();

    assertThat(depths).containsExactly(1, 0);
    ThreadRecorder.Snapshot snapshot = recorder.snapshot(chain.add(Command.SNAPSHOT));
    assertThat(snapshot).isNotNull();
    Counters methods = snapshot.calls.tables().methods;
    assertThat(methods.get(AFTER + 1, Counters.CALLS)).isEqualTo(2);
    assertThat(methods.get(RECURSIVE + 1, Counters.CALLS)).isPositive();
    // Both are closed: a method that still counted as running would have no inclusive time.
    assertThat(methods.get(RECURSIVE + 1, Counters.INCL_WALL)).isPositive();
    assertThat(methods.get(AFTER + 1, Counters.INCL_WALL))
        .isGreaterThanOrEqualTo(methods.get(RECURSIVE + 1, Counters.INCL_WALL));
  }

  /** As instrumented code is, with a call in {@code finally} that overflows once more. */
  @SuppressWarnings("InfiniteRecursion")
  private static void recurse(ThreadRecorder recorder) {
    int depth = recorder.enter(RECURSIVE);
    try {
      try {
        recurse(recorder);
      } finally {
        clean(recorder);
      }
      recorder.exit(depth);
    } catch (Throwable e) {
      recorder.unwindTo(depth - 1);
      throw e;
    }
  }

  private static void clean(ThreadRecorder recorder) {
    recorder.enter(CLEANING);
    recorder.exit();
  }
}
