package dev.dexscope.observe.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.observe.Observation;
import dev.dexscope.observe.ddm.DdmConnection;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.harmony.dalvik.ddmc.ChunkHandler;
import org.apache.harmony.dalvik.ddmc.DdmVmInternal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GarbageCollectionsTest {
  /** A count pauses for nineteen times what it took: half a minute where it took two seconds. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(3);

  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Observation());
  }

  private final BlockingQueue<ByteBuffer> sent = new LinkedBlockingQueue<>();

  @AfterEach
  void restore() {
    DdmVmInternal.heapInfoNotify(0);
    DdmConnection.connected(null);
  }

  @Test
  void aCollectionIsTold() throws InterruptedException {
    BlockingQueue<GarbageCollections.Collection> told = new LinkedBlockingQueue<>();
    try (var collections = GarbageCollections.tell(told::add)) {
      System.gc();
      var first = told.poll(30, TimeUnit.SECONDS);
      while (first != null && !first.cause().equals("System.gc()")) {
        first = told.poll(30, TimeUnit.SECONDS);
      }
      assertThat(first).isNotNull();
      assertThat(first.usedAfter()).isPositive().isLessThanOrEqualTo(first.committed());
      assertThat(collections).isNotNull();
    }
  }

  @Test
  void theServerIsToldOfTheHeapWhenItWants() throws InterruptedException {
    DdmConnection.connected((type, data, offset, length) -> {
      if (type == ChunkHandler.type("HPIF")) {
        sent.add(ByteBuffer.wrap(Arrays.copyOfRange(data, offset, offset + length)));
      }
    });
    assertThat(DdmVmInternal.heapInfoNotify(4)).isFalse();
    assertThat(DdmVmInternal.heapInfoNotify(1)).isTrue();
    check(sent.poll(30, TimeUnit.SECONDS), 1);
    assertThat(DdmVmInternal.heapInfoNotify(3)).isTrue();
    System.gc();
    long before = check(sent.poll(LONGEST_PAUSE.toSeconds(), TimeUnit.SECONDS), 3);
    // Many more than the garbage that counting creates, which may be counted in the notice before.
    int[][] kept = new int[2_000_000][1];
    try {
      System.gc();
      // Collections before the last one may be reported, too.
      long after = before;
      while (after < before + kept.length / 2) {
        after = check(sent.poll(LONGEST_PAUSE.toSeconds(), TimeUnit.SECONDS), 3);
      }
    } finally {
      Reference.reachabilityFence(kept);
    }
  }

  @Test
  void objectsOfTheVmItselfAreNotCounted() {
    record Own(int number) {}
    final long before = Heap.countObjects();
    List<Object> kept = new ArrayList<>();
    for (int i = 0; i < 500_000; i++) {
      kept.add(new Own(i));
    }
    assertThat(Heap.countObjects()).isLessThan(before + 250_000);
    assertThat(Heap.wholeHistogram())
        .filteredOn(each -> each.className().equals(Own.class.getName()))
        .extracting(Heap.ClassCount::instances)
        .containsExactly((long) kept.size());
  }

  /** The objects. */
  private static long check(ByteBuffer heap, int why) {
    assertThat(heap).isNotNull();
    assertThat(heap.remaining()).isEqualTo(33);
    assertThat(heap.getInt()).isEqualTo(1);
    assertThat(heap.getInt()).isEqualTo(1);
    assertThat(heap.getLong()).isPositive();
    assertThat(heap.get()).isEqualTo((byte) why);
    long most = Integer.toUnsignedLong(heap.getInt());
    long size = Integer.toUnsignedLong(heap.getInt());
    long used = Integer.toUnsignedLong(heap.getInt());
    assertThat(used).isPositive().isLessThanOrEqualTo(size);
    assertThat(size).isLessThanOrEqualTo(most);
    long objects = Integer.toUnsignedLong(heap.getInt());
    assertThat(objects).isPositive();
    return objects;
  }
}
