package dev.dexscope.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.Cost;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.FlatProfile;
import dev.dexscope.trace.analysis.Grouping;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import dev.dexscope.vm.instrument.MethodIds;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplerTest {
  private static final int ROUNDS = 5;
  private static final long BURST = TimeUnit.MILLISECONDS.toNanos(5);

  @TempDir Path folder;

  /** Works, runs on until it is seen, and waits; its CPU time in the first is its own clock's. */
  private static final class Worker implements Runnable {
    private final CyclicBarrier next = new CyclicBarrier(2);
    private volatile boolean worked;
    private volatile boolean seen;
    private long cpu;

    @Override
    public void run() {
      for (int i = 0; i < ROUNDS; i++) {
        await();
        work();
        worked = true;
        while (!seen) {
          Thread.onSpinWait();
        }
      }
      await();
    }

    private void await() {
      try {
        next.await();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    private void work() {
      var threads = ManagementFactory.getThreadMXBean();
      long start = threads.getCurrentThreadCpuTime();
      long now = start;
      while (now - start < BURST) {
        now = threads.getCurrentThreadCpuTime();
      }
      cpu += now - start;
    }
  }

  @Test
  void theCpuTimeBetweenTwoLooksIsNotThatOfAWait() throws Exception {
    Path file = folder.resolve("a.trace");
    var writer = TraceviewWriter.file(file, 3, Clock.DUAL);
    var ids = new MethodIds();
    var call = new CallTrace(TraceRequest.EVERYTHING, writer, ids);
    var sampler =
        new Sampler(
            call, Duration.ofMillis(1), frame -> ids.of("T", frame.getMethodName(), "()V", "", -1));
    var worker = new Worker();
    Thread thread = Thread.ofPlatform().daemon().start(worker);
    for (int i = 0; i < ROUNDS; i++) {
      awaitWait(thread);
      sampler.sample(Map.of(thread, stack("rest", "run")));
      worker.seen = false;
      worker.worked = false;
      worker.await();
      while (!worker.worked) {
        Thread.onSpinWait();
      }
      sampler.sample(Map.of(thread, stack("work", "run")));
      worker.seen = true;
    }
    awaitWait(thread);
    sampler.sample(Map.of(thread, stack("other", "run")));
    sampler.sample(Map.of());
    call.end(System.nanoTime());
    writer.close();
    worker.await();
    thread.join();

    Trace trace = TraceReader.open(file);
    assertThat(trace.quality().isClean()).as("%s", trace.quality()).isTrue();
    List<Cost> costs = FlatProfile.of(View.of(trace, Filter.ALL), Grouping.METHOD);
    // The trace has microseconds.
    assertThat(cpu(costs, "T.work()")).isGreaterThan(worker.cpu - ROUNDS * 2_000);
    assertThat(cpu(costs, "T.rest()")).isZero();
    assertThat(cpu(costs, "T.other()")).isZero();
  }

  @Test
  void whatRunsAtTheStopRanUntilThen() throws Exception {
    Path file = folder.resolve("a.trace");
    var writer = TraceviewWriter.file(file, 3, Clock.DUAL);
    var ids = new MethodIds();
    var call = new CallTrace(TraceRequest.EVERYTHING, writer, ids);
    var sampler =
        new Sampler(
            call, Duration.ofMillis(1), frame -> ids.of("T", frame.getMethodName(), "()V", "", -1));
    sampler.sample(Map.of(Thread.currentThread(), stack("work", "run")));
    long start = call.startWall();
    long stop = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);

    sampler.end(stop);
    call.end(stop);
    writer.close();

    Trace trace = TraceReader.open(file);
    assertThat(trace.quality().openAtEnd()).isZero();
    assertThat(trace.info().keys())
        .containsEntry("elapsed-time-usec", Long.toString((stop - start) / 1000));
    assertThat(trace.info().elapsedNanos()).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(3));
  }

  /** The thread ends only when the test has failed: its state is then another one. */
  private static void awaitWait(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      assertThat(thread.isAlive()).isTrue();
      Thread.onSpinWait();
    }
  }

  private static long cpu(List<Cost> costs, String name) {
    return costs.stream()
        .filter(cost -> cost.name().startsWith(name))
        .mapToLong(Cost::exclusiveCpu)
        .sum();
  }

  private static StackTraceElement[] stack(String... methods) {
    return Arrays.stream(methods)
        .map(method -> new StackTraceElement("T", method, null, 1))
        .toArray(StackTraceElement[]::new);
  }
}
