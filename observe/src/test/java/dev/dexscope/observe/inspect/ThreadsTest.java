package dev.dexscope.observe.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.observe.Observation;
import dev.dexscope.observe.ddm.DdmConnection;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.runtime.ThreadStarts;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.harmony.dalvik.ddmc.ChunkHandler;
import org.apache.harmony.dalvik.ddmc.DdmVmInternal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ThreadsTest {
  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Observation());
  }

  private final ThreadGroup group = new ThreadGroup("guests");
  private final CountDownLatch end = new CountDownLatch(1);

  @BeforeEach
  void guestsAreOfTheGroup() {
    ThreadStarts.tell(Threads::started);
    Threads.guests(thread -> group.equals(thread.getThreadGroup()));
  }

  @AfterEach
  void restore() {
    end.countDown();
    DdmVmInternal.setThreadNotifyEnabled(false);
    DdmConnection.connected(null);
    Threads.guests(thread -> true);
  }

  private Thread start(String name, CountDownLatch until) {
    Thread thread = unstarted(name, until);
    thread.start();
    return thread;
  }

  private Thread unstarted(String name, CountDownLatch until) {
    return new Thread(
        group,
        () -> {
          try {
            until.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        },
        name);
  }

  @Test
  void numbersAreTheSmallestThatAreFree() throws InterruptedException {
    var endOfSecond = new CountDownLatch(1);
    start("one", end);
    Thread second = start("two", endOfSecond);
    start("three", end);
    assertThat(Threads.byId().values())
        .extracting(Thread::getName)
        .containsExactly("one", "two", "three");
    endOfSecond.countDown();
    second.join();
    assertThat(Threads.byId().keySet()).containsExactly(1, 3);
    start("four", end);
    assertThat(Threads.byId().values())
        .extracting(Thread::getName)
        .containsExactly("one", "four", "three");
  }

  @Test
  void aThreadThatTheProgramStartsHasItsNumberAtOnce() throws InterruptedException {
    var endOfFirst = new CountDownLatch(1);
    Thread first = unstarted("first", endOfFirst);
    ThreadStarts.start(first);
    ThreadStarts.start(unstarted("second", end));
    endOfFirst.countDown();
    first.join();
    ThreadStarts.start(unstarted("third", end));
    ThreadStarts.start(unstarted("fourth", end));
    assertThat(Threads.byId().values())
        .extracting(Thread::getName)
        .containsExactly("third", "second", "fourth");
  }

  /** As it may have when the thread that starts it has to wait for a processor. */
  @Test
  void aThreadThatHasEndedAlreadyIsReported() throws InterruptedException {
    BlockingQueue<String> reported = new LinkedBlockingQueue<>();
    Threads.tell((thread, id) -> reported.add(thread.getName() + " " + id));
    var ended = new Thread(group, () -> {}, "ended");
    var starter =
        new Thread(
            group,
            () -> {
              ended.start();
              join(ended);
              Threads.started(ended);
            },
            "starter");
    starter.start();
    starter.join();
    Threads.tell((_, _) -> {});

    assertThat(reported).containsExactly("ended 2");
    assertThat(Threads.byId()).isEmpty();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aThreadIsToldWithStateAndStack() {
    Thread thread = start("waits", end);
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    Threads.Status status = Threads.all().getFirst();
    assertThat(status.state()).isEqualTo(DalvikState.WAIT);
    if (Files.exists(Path.of("/proc/self/task"))) {
      assertThat(Path.of("/proc/self/task", "" + status.tid())).exists();
    }
    assertThat(DdmVmInternal.getStackTraceById(status.id()))
        .extracting(StackTraceElement::getMethodName)
        .contains("await", "park")
        .doesNotContain("start");
    assertThat(DdmVmInternal.getStackTraceById(77)).isNull();
    ByteBuffer stats = ByteBuffer.wrap(DdmVmInternal.getThreadStats());
    assertThat(List.of(stats.get(), stats.get(), stats.getShort()))
        .isEqualTo(List.of((byte) 4, (byte) 18, (short) 1));
    assertThat(stats.getInt()).isEqualTo(status.id());
    assertThat(stats.remaining()).isEqualTo(14);
  }

  @Test
  void threadsThatComeAndGoAreTold() throws InterruptedException {
    BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    DdmConnection.connected((type, data, offset, length) ->
        sent.add(ChunkHandler.name(type) + " " + ByteBuffer.wrap(data, offset, 4).getInt()));
    start("one", end);
    DdmVmInternal.setThreadNotifyEnabled(true);
    assertThat(sent.poll(30, TimeUnit.SECONDS)).isEqualTo("THCR 1");
    Thread two = start("two", end);
    assertThat(sent.poll(30, TimeUnit.SECONDS)).isEqualTo("THCR 2");
    two.setName("renamed");
    assertThat(sent.poll(30, TimeUnit.SECONDS)).isEqualTo("THNM 2");
    ThreadStarts.start(unstarted("three", end));
    assertThat(sent.poll(30, TimeUnit.SECONDS)).isEqualTo("THCR 3");
    end.countDown();
    assertThat(sent.poll(30, TimeUnit.SECONDS)).isEqualTo("THDE 1");
    assertThat(sent.poll(30, TimeUnit.SECONDS)).isEqualTo("THDE 2");
    assertThat(sent.poll(30, TimeUnit.SECONDS)).isEqualTo("THDE 3");
  }
}
