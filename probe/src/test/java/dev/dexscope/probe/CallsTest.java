package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The figures of small examples, worked out by hand. */
class CallsTest {
  private static final int A = 0;
  private static final int B = 1;

  private final Calls calls = started(Rules.PLAIN);

  @Test
  void theCallersTimeIsTakenFromTheCalledOnes() {
    calls.enter(A, 10, 1);
    calls.enter(B, 15, 3);
    calls.exit(25, 4);
    calls.exit(30, 8);

    assertThat(row(calls, A)).containsExactly(1, 1, 10, 20, 6, 7);
    assertThat(row(calls, B)).containsExactly(1, 0, 10, 10, 1, 1);
  }

  @Test
  void ofARecursionTheOutermostCallsInclusiveTimeCounts() {
    calls.enter(A, 0, 0);
    calls.enter(B, 2, 0);
    calls.enter(A, 5, 0);
    calls.exit(9, 0);
    calls.exit(10, 0);
    calls.exit(20, 0);

    assertThat(row(calls, A)).containsExactly(2, 1, 16, 20, 0, 0);
    assertThat(row(calls, B)).containsExactly(1, 1, 4, 8, 0, 0);
  }

  @Test
  void theThreadsOwnRowHoldsAllOthers() {
    calls.enter(A, 5, 0);
    calls.exit(8, 0);
    calls.stop(10, 0);

    assertThat(row(calls, Calls.ROOT_ROW - 1)).containsExactly(1, 1, 7, 10, 0, 0);
  }

  @Test
  void whatIsStillRunningCountsInACopyOnly() {
    calls.enter(A, 5, 0);
    Calls copy = calls.copy();
    copy.stop(20, 0);
    calls.exit(30, 0);

    assertThat(row(copy, A)).containsExactly(1, 0, 15, 15, 0, 0);
    assertThat(row(calls, A)).containsExactly(1, 0, 25, 25, 0, 0);
  }

  @Test
  void aReturnWithoutACallIsPassedOver() {
    assertThat(calls.isInnermostSilent()).isTrue();
    calls.exitSilently();
    assertThat(calls.depth()).isZero();
  }

  @Test
  void callsThatBeganWhileStoppedAreNotCounted() {
    calls.enter(A, 0, 0);
    calls.stop(10, 0);
    assertThat(calls.isSilent(B)).isTrue();
    calls.enterSilently();
    calls.start(20, 0);
    calls.enter(B, 22, 0);
    calls.exit(24, 0);
    assertThat(calls.isInnermostSilent()).isTrue();
    calls.exitSilently();
    calls.exitSilently();

    assertThat(calls.depth()).isZero();
    assertThat(row(calls, A)).containsExactly(1, 0, 10, 10, 0, 0);
    assertThat(row(calls, B)).containsExactly(1, 0, 2, 2, 0, 0);
  }

  @Test
  void afterAResetRunningCallsBeginAnew() {
    calls.enter(B, 0, 0);
    calls.exit(1, 0);
    calls.enter(A, 5, 0);
    calls.reset(10, 0);
    calls.exit(16, 0);

    assertThat(row(calls, A)).containsExactly(1, 0, 6, 6, 0, 0);
    assertThat(row(calls, B)).containsExactly(0, 0, 0, 0, 0, 0);
  }

  @Test
  void aMethodWithManyShortCallsIsThrottled() {
    Calls throttling = started(new Rules(2, 10, 0, Overhead.NONE, false));
    for (int i = 0; i < 3; i++) {
      throttling.enter(A, 10L * i, 0);
      throttling.exit(10L * i + 1, 0);
    }

    assertThat(throttling.isSilent(A)).isTrue();
    assertThat(throttling.isSilent(B)).isFalse();
  }

  @Test
  void aMethodWithManyLongCallsIsNotThrottled() {
    Calls throttling = started(new Rules(2, 10, 0, Overhead.NONE, false));
    for (int i = 0; i < 5; i++) {
      throttling.enter(A, 10L * i, 0);
      throttling.exit(10L * i + 10, 0);
    }

    assertThat(throttling.isSilent(A)).isFalse();
  }

  @Test
  void withoutAClockCallsAreCounted() {
    Calls counting = started(new Rules(Long.MAX_VALUE, 0, 0, Overhead.NONE, true));
    counting.enter(B, 1, 1);
    counting.enter(A, 2, 2);
    counting.reset(3, 3);
    for (int i = 0; i < 3; i++) {
      counting.enter(B, 4, 4);
      counting.enter(B, 5, 5);
      assertThat(counting.exit(6, 6)).isEqualTo(B);
      counting.exit(7, 7);
    }
    Calls copy = counting.copy();
    copy.stop(8, 8);
    counting.exit(9, 9);

    assertThat(counting.depth()).isEqualTo(1);
    assertThat(row(copy, A)).containsExactly(1, 3, 0, 0, 0, 0);
    assertThat(row(counting, A)).containsExactly(1, 3, 0, 0, 0, 0);
    assertThat(row(counting, B)).containsExactly(7, 4, 0, 0, 0, 0);
  }

  @Test
  void whatMeasuringCostsIsTakenOffEveryCall() {
    Calls compensating = started(new Rules(Long.MAX_VALUE, 0, 0, new Overhead(2, 3, 0, 0), false));
    compensating.enter(A, 0, 0);
    compensating.enter(B, 10, 0);
    compensating.exit(20, 0);
    compensating.exit(100, 0);

    // B's own two readings take 2; A loses those, 3 around them, and 2 of its own.
    assertThat(row(compensating, B)).containsExactly(1, 0, 8, 8, 0, 0);
    assertThat(row(compensating, A)).containsExactly(1, 1, 85, 93, 0, 0);
  }

  @Test
  void aCallThatCostLessThanTheOverheadTakesNoTime() {
    Calls compensating =
        started(new Rules(Long.MAX_VALUE, 0, 0, new Overhead(50, 50, 0, 0), false));
    compensating.enter(A, 0, 0);
    compensating.exit(20, 0);

    assertThat(row(compensating, A)).containsExactly(1, 0, 0, 0, 0, 0);
  }

  @Test
  void numbersThatNoMethodHasAreSilent() {
    assertThat(calls.isSilent(-1)).isTrue();
    assertThat(calls.isSilent(Calls.MOST_IDS)).isTrue();
  }

  @Test
  void aStackThatIsTooDeepGoesOnSilently() {
    int deep = 1 << 17;
    for (int i = 0; i < deep; i++) {
      if (calls.isSilent(A)) {
        calls.enterSilently();
      } else {
        calls.enter(A, i, 0);
      }
    }
    assertThat(calls.depth()).isEqualTo(deep);
    for (int i = 0; i < deep; i++) {
      if (calls.isInnermostSilent()) {
        calls.exitSilently();
      } else {
        calls.exit(deep, 0);
      }
    }
    assertThat(calls.depth()).isZero();
    assertThat(row(calls, A)[3]).isEqualTo(deep);
  }

  @Test
  void aPathHoldsTheLastMethods() {
    Calls with = started(new Rules(Long.MAX_VALUE, 0, 2, Overhead.NONE, false));
    with.enter(A, 0, 0);
    with.enter(B, 1, 0);
    with.enter(B, 3, 0);
    with.exit(6, 0);
    with.exit(10, 0);
    with.exit(20, 0);
    CallPaths paths = with.paths();

    assertThat(paths).isNotNull();
    assertThat(paths.size()).isEqualTo(4);
    assertThat(paths.rows(1)).containsExactly(Calls.ROOT_ROW, A + 1);
    assertThat(paths.rows(2)).containsExactly(A + 1, B + 1);
    assertThat(paths.rows(3)).containsExactly(B + 1, B + 1);
    assertThat(with.pathCounters().get(2, Counters.INCL_WALL)).isEqualTo(9);
    assertThat(with.pathCounters().get(2, Counters.EXCL_WALL)).isEqualTo(6);
    assertThat(with.pathCounters().get(3, Counters.INCL_WALL)).isEqualTo(3);
  }

  private static Calls started(Rules rules) {
    Calls calls = new Calls(rules);
    calls.start(0, 0);
    return calls;
  }

  private static long[] row(Calls calls, int id) {
    long[] figures = new long[6];
    for (int i = 0; i < figures.length; i++) {
      figures[i] = calls.methods().get(id + 1, i);
    }
    return figures;
  }
}
