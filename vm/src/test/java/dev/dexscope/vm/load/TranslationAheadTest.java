package dev.dexscope.vm.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TranslationAheadTest {
  private final ThreadPoolExecutor worker =
      new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(10));

  /** Names that are translated, in order, with the thread that did it. */
  private final Queue<String> made = new ConcurrentLinkedQueue<>();

  private final Map<String, byte[]> known = new ConcurrentHashMap<>();

  @AfterEach
  void end() {
    worker.shutdownNow();
  }

  /** Calls something of each other class. */
  private static byte[] naming(String... others) {
    return ClassFile.of()
        .build(
            ClassDesc.of("p.Caller"),
            to ->
                to.withMethodBody(
                    "run",
                    MethodTypeDesc.ofDescriptor("()V"),
                    ClassFile.ACC_STATIC,
                    code -> {
                      for (String each : others) {
                        code.invokestatic(
                            ClassDesc.of(each), "go", MethodTypeDesc.ofDescriptor("()V"));
                      }
                      code.return_();
                    }));
  }

  private void finishWork() throws InterruptedException {
    worker.shutdown();
    assertThat(worker.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  private class Classes implements TranslationAhead.Translation {
    @Override
    public byte @Nullable [] of(String name) {
      made.add(name);
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      known.put(name, bytes);
      return bytes;
    }

    @Override
    public boolean isSettled(String name) {
      return !name.startsWith("p.") || known.containsKey(name);
    }
  }

  @Test
  void theClassesThatAClassNamesAreTranslatedUnlessTheyAreKnown() throws InterruptedException {
    var ahead = new TranslationAhead(worker, new Classes());
    known.put("p.Known", new byte[0]);
    known.put("p.Caller", new byte[0]);

    ahead.follow(naming("p.One", "java.lang.String", "p.Known", "p.Two"));
    finishWork();

    assertThat(made).containsExactlyInAnyOrder("p.One", "p.Two");
  }

  @Test
  void whoAsksForAClassThatIsBeingMadeWaitsForIt() throws InterruptedException {
    var begun = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    var ahead =
        new TranslationAhead(
            worker,
            new Classes() {
              @Override
              public byte @Nullable [] of(String name) {
                begun.countDown();
                await(mayEnd);
                return super.of(name);
              }
            });
    known.put("p.Caller", new byte[0]);
    ahead.follow(naming("p.One"));
    await(begun);
    var found = new AtomicReference<byte[]>();
    var isInterrupted = new AtomicReference<Boolean>();
    Thread asking =
        Thread.ofPlatform()
            .start(() -> {
              found.set(ahead.translate("p.One"));
              isInterrupted.set(Thread.currentThread().isInterrupted());
            });
    while (asking.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    asking.interrupt();
    mayEnd.countDown();
    asking.join();

    assertThat(found.get()).isEqualTo(known.get("p.One"));
    assertThat(made).containsExactly("p.One");
    assertThat(isInterrupted.get()).as("still interrupted").isTrue();
  }

  @Test
  void aFailureIsToldToWhoAsksNotToTheWorker() throws InterruptedException {
    var ahead =
        new TranslationAhead(
            worker,
            new Classes() {
              @Override
              public byte @Nullable [] of(String name) {
                made.add(name);
                throw new ClassFormatError(name);
              }
            });
    known.put("p.Caller", new byte[0]);
    ahead.follow(naming("p.One", "p.Two"));
    finishWork();

    assertThat(made).containsExactly("p.One", "p.Two");
    assertThatThrownBy(() -> ahead.translate("p.One"))
        .isInstanceOf(ClassFormatError.class)
        .satisfies(e ->
            assertThat(e.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(getClass().getName())));
  }

  /** Each class refers to the next ones of a tree, and the leaves to the root. */
  private class Tree extends Classes {
    @Override
    public byte @Nullable [] of(String name) {
      super.of(name);
      if (name.equals("p.C2")) {
        throw new ClassFormatError(name);
      }
      int number = Integer.parseInt(name.substring(3));
      byte[] file = naming("p.C" + 2 * number, "p.C" + (2 * number + 1), "p.C1", "q.Other");
      known.put(name, file);
      return file;
    }
  }

  @Test
  void theNearestClassesAreTranslatedBeforeARun() {
    known.put("p.Caller", new byte[0]);
    new TranslationAhead(worker, new Tree()).translateFrom("p.C1", 9);

    assertThat(made)
        .as("none of those that the one that fails leads to")
        .containsExactlyInAnyOrder(
            "p.C1", "p.C2", "p.C3", "p.C6", "p.C7", "p.C12", "p.C13", "p.C14", "p.C15");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
