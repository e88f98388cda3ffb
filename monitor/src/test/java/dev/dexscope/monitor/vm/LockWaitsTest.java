package dev.dexscope.monitor.vm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.wire.ddm.ThreadChunk;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LockWaitsTest {
  private static final Map<Integer, String> NAMES = Map.of(1, "main", 2, "two", 3, "three");

  private static ThreadChunk.LockState thread(int id, int owner) {
    var frame = new ThreadChunk.StackFrame("A", "m" + id, "A.java", 10 * id);
    return owner == 0
        ? new ThreadChunk.LockState(id, 0, 0, "", 0, List.of(frame))
        : new ThreadChunk.LockState(id, owner, 1, "L", 0x20 + owner, List.of(frame));
  }

  private static LockWaits of(ThreadChunk.LockState... threads) {
    return LockWaits.of(new ThreadChunk.Locks(List.of(threads)), NAMES);
  }

  @Test
  void whoWaitsForWhomWhere() {
    LockWaits.Wait wait = of(thread(1, 2), thread(2, 0)).waits().getFirst();
    assertThat(wait.waiter().name()).isEqualTo("main");
    assertThat(wait.waiter().place()).isEqualTo("A.m1:10");
    assertThat(wait.owner().place()).isEqualTo("A.m2:20");
    assertThat(wait.lock()).isEqualTo("L@22");
  }

  @Test
  void aCircleIsADeadlockAndAChainIsNone() {
    assertThat(of(thread(1, 2), thread(2, 3), thread(3, 0)).deadlocks()).isEmpty();
    // The first waits for the circle without being in it.
    List<List<LockWaits.Wait>> circles = of(thread(1, 2), thread(2, 3), thread(3, 2)).deadlocks();
    assertThat(circles).hasSize(1);
    assertThat(circles.getFirst())
        .extracting(each -> each.waiter().id())
        .containsExactlyInAnyOrder(2, 3);
  }

  @Test
  void anOwnerThatWasNotToldOfIsNone() {
    assertThat(of(thread(1, 9)).waits()).isEmpty();
  }

  @Test
  void aWaitLastsFromOneLookToTheNext() {
    Contention contention = new Contention();
    LockWaits waits = of(thread(1, 2), thread(2, 0));
    contention.add(waits, 1_000_000);
    contention.add(waits, 3_000_000);
    contention.add(of(), 6_000_000);
    contention.add(of(), 9_000_000);
    Contention.Site site = contention.sites().getFirst();
    assertThat(contention.sites()).hasSize(1);
    assertThat(site.lock() + " " + site.waiter() + " " + site.at()).isEqualTo("L@22 main A.m1:10");
    assertThat(site.owner() + " " + site.ownerAt()).isEqualTo("two A.m2:20");
    assertThat(site.looks()).isEqualTo(2);
    assertThat(site.millis()).isEqualTo(5);
    assertThat(site.waiterFrames()).isEqualTo(waits.waits().getFirst().waiter().frames());
    assertThat(site.ownerFrames()).hasSize(1);
  }
}
