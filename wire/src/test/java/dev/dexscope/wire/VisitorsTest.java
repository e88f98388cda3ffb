package dev.dexscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VisitorsTest {
  /** As if the process had no file left: the server is open, but no connection can be accepted. */
  @Test
  void whoComesAfterAFailureIsTaken() throws InterruptedException {
    var isOpen = new AtomicBoolean(true);
    var calls = new ArrayList<Integer>();
    List<Integer> taken = new ArrayList<>();
    Visitors.takeAll(
        isOpen::get,
        () -> {
          calls.add(1);
          if (calls.size() < 3) {
            throw new IOException("Too many open files");
          }
          return calls.size();
        },
        each -> {
          taken.add(each);
          isOpen.set(each < 5);
        });
    assertThat(taken).containsExactly(3, 4, 5);
  }

  /** A loop that only tries again would try millions of times until the other thread is there. */
  @Test
  void failuresAreNotTriedAgainAtOnce() throws InterruptedException {
    var isOpen = new AtomicBoolean(true);
    var calls = new ArrayList<Long>();
    Visitors.takeAll(
        isOpen::get,
        () -> {
          calls.add(System.nanoTime());
          isOpen.set(calls.getLast() - calls.getFirst() < 300_000_000);
          throw new IOException("Too many open files");
        },
        _ -> {});
    assertThat(calls).hasSizeLessThan(1000);
  }
}
