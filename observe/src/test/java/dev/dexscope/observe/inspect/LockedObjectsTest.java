package dev.dexscope.observe.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.dexscope.libcore.ThreadInspection.Frame;
import dev.dexscope.observe.DexProgram;
import dev.dexscope.observe.Observation;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which objects the frames of a dex program have locked, in which order. */
class LockedObjectsTest {
  private static final String LOCKS =
      """
      public class Nested extends Thread {
        public final Object first = new Object(), second = new Object(), third = new Object();
        public final java.util.concurrent.CountDownLatch in;
        public final Object wanted;
        public Nested(Object wanted, java.util.concurrent.CountDownLatch in) {
          this.wanted = wanted;
          this.in = in;
        }
        @Override public void run() {
          synchronized (first) {
            synchronized (second) {
              inner();
            }
          }
        }
        synchronized void inner() {
          synchronized (third) {
            none();
          }
        }
        void none() {
          in.countDown();
          synchronized (wanted) {
            return;
          }
        }
      }
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void eachFrameHasWhatItLockedAndTheInnermostWhatItWants(Engine engine) throws Exception {
    Vm.start(engine, null, new Observation());
    Class<?> type = DexProgram.compile(folder, "Nested", LOCKS).load();
    Object wanted = new Object();
    var in = new CountDownLatch(1);
    var thread =
        (Thread) type.getConstructor(Object.class, CountDownLatch.class).newInstance(wanted, in);
    assertThat(LockedObjects.frames(thread)).as("not started").isEmpty();
    List<Frame> frames;
    synchronized (wanted) {
      thread.start();
      in.await();
      while (thread.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
      frames = LockedObjects.frames(thread);
    }
    thread.join();

    Object first = type.getField("first").get(thread);
    Object second = type.getField("second").get(thread);
    Object third = type.getField("third").get(thread);
    assertThat(frames)
        .extracting(each -> each.element().getMethodName(), Frame::locked, Frame::blockedOn)
        .containsExactly(
            tuple("none", List.of(), wanted),
            tuple("inner", List.of(thread, third), null),
            tuple("run", List.of(first, second), null));
    assertThat(LockedObjects.frames(thread)).as("has ended").isEmpty();
  }

  @Test
  void theThreadThatAsksHasFrames() {
    Vm.start(Engine.TRANSLATED, null, new Observation());

    assertThat(LockedObjects.frames(Thread.currentThread()))
        .extracting(each -> each.element().getMethodName())
        .contains("getThreadStackTrace");
  }
}
