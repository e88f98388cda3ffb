package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Random calls, returns and exceptions on several threads, against {@link NaiveProfile}. */
class RandomCallsTest {
  private static final int THREADS = 3;
  private static final int METHODS = 6;

  private record Run(ThreadRecorder recorder, NaiveProfile naive) {}

  @Property(tries = 300)
  void everyThreadsFiguresAreThoseOfTheReference(
      @ForAll @Size(THREADS) List<@Size(max = 200) List<@IntRange(max = 999) Integer>> threads,
      @ForAll @IntRange(min = 2, max = 4) int pathDepth)
      throws Exception {
    var clock = new TestClock();
    var chain = new CommandChain(clock);
    var rules = new Rules(Long.MAX_VALUE, 0, pathDepth, Overhead.NONE, false);
    List<Future<Run>> runs = new ArrayList<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        int number = i;
        runs.add(
            executor.submit(() -> {
              var recorder = TestClock.recorder(number, rules, clock, chain);
              return new Run(recorder, run(threads.get(number), recorder, clock, pathDepth));
            }));
        // A dump is requested meanwhile: the figures at the end remain the same.
        chain.add(Command.SNAPSHOT);
      }
    }

    for (Future<Run> each : runs) {
      Run run = each.get();
      Tables tables = run.recorder().calls().tables();
      CallPaths paths = Objects.requireNonNull(tables.paths);
      assertThat(run.recorder().depth()).isEqualTo(run.naive().depth());
      assertSame(NaiveProfile.methods(tables), run.naive().methods);
      assertSame(NaiveProfile.paths(tables, paths), run.naive().paths);
    }
  }

  private static NaiveProfile run(
      List<Integer> steps, ThreadRecorder recorder, TestClock clock, int pathDepth) {
    var naive = new NaiveProfile(pathDepth);
    for (int step : steps) {
      int id = step % METHODS;
      switch (step / 100) {
        case 0, 1, 2, 3 -> {
          naive.enter(id);
          assertThat(recorder.enter(id)).isEqualTo(naive.depth());
        }
        case 4, 5 -> {
          recorder.exit();
          naive.exit();
        }
        case 6 -> {
          int depth = 1 + step % (naive.depth() + 2);
          recorder.exit(depth);
          naive.exit(depth);
        }
        case 7 -> {
          int depth = step % (naive.depth() + 1);
          recorder.unwindTo(depth);
          naive.unwindTo(depth);
        }
        default -> {
          clock.pass(step, step % 7);
          naive.pass(step, step % 7);
        }
      }
    }
    recorder.unwindTo(0);
    naive.unwindTo(0);
    // What remains is the thread's own row: ended here as a dump ends it, on the thread's clock.
    recorder.calls().stop(clock.wall(), clock.cpu());
    return naive;
  }

  private static <K> void assertSame(Map<K, long[]> ours, Map<K, long[]> naive) {
    assertThat(ours.keySet()).isEqualTo(naive.keySet());
    ours.forEach((key, figures) -> assertThat(figures).as("%s", key).isEqualTo(naive.get(key)));
  }
}
