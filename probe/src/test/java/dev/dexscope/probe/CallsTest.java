package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The figures of small examples, worked out by hand. */
class CallsTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;

  private final Calls calls = started(Rules.PLAIN);

  @Test
  void theCallersTimeIsTakenFromTheCalledOnes() {
    enter(calls, A, 10, 1);
    enter(calls, B, 15, 3);
    calls.exit(25, 4, false);
    calls.exit(30, 8, false);

    assertThat(row(calls, A)).containsExactly(1, 1, 10, 20, 6, 7);
    assertThat(row(calls, B)).containsExactly(1, 0, 10, 10, 1, 1);
  }

  @Test
  void ofARecursionTheOutermostCallsInclusiveTimeCounts() {
    enter(calls, A, 0, 0);
    enter(calls, B, 2, 0);
    enter(calls, A, 5, 0);
    calls.exit(9, 0, false);
    calls.exit(10, 0, false);
    calls.exit(20, 0, false);

    assertThat(row(calls, A)).containsExactly(2, 1, 16, 20, 0, 0);
    assertThat(row(calls, B)).containsExactly(1, 1, 4, 8, 0, 0);
  }

  @Test
  void theThreadsOwnRowHoldsAllOthers() {
    enter(calls, A, 5, 0);
    calls.exit(8, 0, false);
    calls.stop(10, 0);

    assertThat(row(calls, Calls.ROOT_ROW - 1)).containsExactly(1, 1, 7, 10, 0, 0);
  }

  @Test
  void whatIsStillRunningCountsInACopyOnly() {
    enter(calls, A, 5, 0);
    Calls copy = calls.copy();
    copy.stop(20, 0);
    calls.exit(30, 0, false);

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
    enter(calls, A, 0, 0);
    calls.stop(10, 0);
    assertThat(calls.isSilent(B)).isTrue();
    calls.enterSilently();
    calls.start(20, 0);
    enter(calls, B, 22, 0);
    calls.exit(24, 0, false);
    assertThat(calls.isInnermostSilent()).isTrue();
    calls.exitSilently();
    calls.exitSilently();

    assertThat(calls.depth()).isZero();
    assertThat(row(calls, A)).containsExactly(1, 0, 10, 10, 0, 0);
    assertThat(row(calls, B)).containsExactly(1, 0, 2, 2, 0, 0);
  }

  @Test
  void afterAResetRunningCallsBeginAnew() {
    enter(calls, B, 0, 0);
    calls.exit(1, 0, false);
    enter(calls, A, 5, 0);
    calls.reset(10, 0);
    calls.exit(16, 0, false);

    assertThat(row(calls, A)).containsExactly(1, 0, 6, 6, 0, 0);
    assertThat(row(calls, B)).containsExactly(0, 0, 0, 0, 0, 0);
  }

  @Test
  void ofManyShortCallsSomeAreTimedAndTheOthersTakenToBeLikeThem() {
    int count = 10_000;
    Calls sampling = started(new Rules(2, 10, 0, Overhead.NONE, false));
    enter(sampling, B, 0, 0);
    long now = 0;
    int timed = 0;
    for (int i = 0; i < count; i++) {
      int node = sampling.callee(A);
      if (sampling.isTimed(node)) {
        timed++;
        sampling.enter(node, now, now);
        sampling.exit(now + 3, now + 2, false);
      } else {
        sampling.enterUntimed(node);
        sampling.exitUntimed(0, false);
      }
      now += 5;
    }
    sampling.exit(now, now, false);

    assertThat(timed).isBetween(count / 2 / Calls.GAP, 2 * count / Calls.GAP);
    long[] a = row(sampling, A);
    assertThat(a[Counters.CALLS]).isEqualTo(count);
    assertThat(a[Counters.EXCL_WALL]).isBetween(29L * count / 10, 3L * count);
    assertThat(a[Counters.EXCL_CPU]).isBetween(19L * count / 10, 2L * count);
    long[] b = row(sampling, B);
    assertThat(b[Counters.SUBRS]).isEqualTo(count);
    assertThat(b[Counters.INCL_WALL]).isEqualTo(now);
    assertThat(b[Counters.EXCL_WALL]).isEqualTo(now - a[Counters.INCL_WALL]);
  }

  @Test
  void aCallThatIsNotTimedButTakesLongIsMeasuredByTicks() {
    Rules rules = new Rules(0, 1000, 0, Overhead.NONE, false);
    Calls sampling = started(rules);
    enter(sampling, A, 0, 0);
    sampling.exit(1, 0, false);
    int node = sampling.callee(A);
    assertThat(sampling.isTimed(node)).isFalse();
    sampling.enterUntimed(node);
    assertThat(sampling.longTime()).isZero();
    for (int i = 1; i <= 5; i++) {
      rules.ticker.tick(i * Clock.MILLISECOND);
    }
    assertThat(sampling.longTime()).isEqualTo(5 * Clock.MILLISECOND);
    sampling.exitUntimed(sampling.longTime(), false);

    assertThat(row(sampling, A)[Counters.EXCL_WALL]).isEqualTo(5 * Clock.MILLISECOND + 1);
  }

  @Test
  void aCallOfAnotherMethodThanTheLastIsOnlyCountedTooAndCostsItsCallerMore() {
    Calls calls = started(new Rules(0, 1000, 0, new Overhead(0, 0, 0, 5, 0), false));
    enter(calls, C, 0, 0);
    int others = 0;
    for (int i = 0; i < 1000; i++) {
      int id = i % 3 == 0 ? A : B;
      if (calls.enterShort(id)) {
        others += i % 3 == 2 ? 0 : 1;
        assertThat(calls.exitShort()).isTrue();
      } else {
        enter(calls, id, 0, 0);
        calls.exit(0, 0, false);
      }
    }
    calls.exit(0, 0, false);

    assertThat(others).isGreaterThan(500);
    int caller = calls.tree().callee(CallTree.ROOT, C + 1, false);
    assertThat(calls.tree().get(caller, CallTree.OTHERS)).isEqualTo(others);
    assertThat(row(calls, A)[Counters.CALLS]).isEqualTo(334);
  }

  @Test
  void manyLongCallsAreAllTimed() {
    Calls calls = started(new Rules(2, 10, 0, Overhead.NONE, false));
    for (int i = 0; i < 50; i++) {
      assertThat(calls.isTimed(calls.callee(A))).isTrue();
      enter(calls, A, 20L * i, 0);
      calls.exit(20L * i + 20, 0, false);
    }
  }

  @Test
  void aPathWhoseCallsBecomeLongIsTimedAgain() {
    Calls calls = started(new Rules(2, 10, 0, Overhead.NONE, false));
    int node = calls.callee(A);
    long now = 0;
    for (int i = 0; i < 20_000; i++) {
      if (calls.isTimed(node)) {
        long time = i < 5_000 ? 1 : 100;
        calls.enter(node, now, 0);
        calls.exit(now + time, 0, false);
        now += time;
      } else {
        calls.enterUntimed(node);
        calls.exitUntimed(0, false);
      }
    }

    assertThat(calls.isSampled(node)).isFalse();
  }

  @Test
  void withoutAClockCallsAreCounted() {
    Calls counting = started(new Rules(Long.MAX_VALUE, 0, 0, Overhead.NONE, true));
    counting.enterUntimed(counting.callee(B));
    counting.enterUntimed(counting.callee(A));
    counting.reset(3, 3);
    for (int i = 0; i < 3; i++) {
      counting.enterUntimed(counting.callee(B));
      counting.enterUntimed(counting.callee(B));
      assertThat(counting.isInnermostTimed()).isFalse();
      counting.exitUntimed(0, false);
      counting.exitUntimed(0, false);
    }
    Calls copy = counting.copy();
    copy.stop(8, 8);

    assertThat(counting.depth()).isEqualTo(2);
    assertThat(row(copy, A)[Counters.CALLS]).isEqualTo(1);
    assertThat(row(copy, A)[Counters.SUBRS]).isEqualTo(3);
    assertThat(row(counting, B)[Counters.CALLS]).isEqualTo(7);
    assertThat(row(counting, B)[Counters.SUBRS]).isEqualTo(4);
    assertThat(counting.tree().get(counting.callee(B), CallTree.ESTIMATED)).isZero();
  }

  @Test
  void callsThatAnExceptionEndedAreCounted() {
    enter(calls, A, 0, 0);
    calls.exit(1, 0, true);
    enter(calls, A, 2, 0);
    calls.exit(3, 0, false);

    assertThat(calls.tree().get(calls.callee(A), CallTree.EXCEPTIONS)).isEqualTo(1);
  }

  @Test
  void whatMeasuringCostsIsTakenOffEveryCall() {
    Calls compensating = started(new Rules(Long.MAX_VALUE, 0, 0, overhead(2, 3), false));
    enter(compensating, A, 0, 0);
    enter(compensating, B, 10, 0);
    compensating.exit(20, 0, false);
    compensating.exit(100, 0, false);

    // B's own two readings take 2; A loses those, 3 around them, and 2 of its own.
    assertThat(row(compensating, B)).containsExactly(1, 0, 8, 8, 0, 0);
    assertThat(row(compensating, A)).containsExactly(1, 1, 85, 93, 0, 0);
  }

  /** It is measured again and again: a VM that compiles what is called soon makes it less. */
  @Test
  void allCallsCostWhatTheLastCalibrationFound() {
    var rules = new Rules(Long.MAX_VALUE, 0, 0, overhead(20, 60), false);
    Calls compensating = started(rules);
    enter(compensating, A, 0, 0);
    enter(compensating, B, 10, 0);
    compensating.exit(20, 0, false);
    rules.overhead = overhead(2, 3);
    compensating.exit(100, 0, false);

    assertThat(row(compensating, A)).containsExactly(1, 1, 85, 93, 0, 0);
  }

  /** A call takes 3; of a timed one 20 more lie within, of any other nothing. */
  @Test
  void theCallerOfCallsThatAreNotTimedLosesNoCostThatTheyHaveNot() {
    int count = 10_000;
    Calls sampling = started(new Rules(2, 100, 0, overhead(20, 0), false));
    enter(sampling, B, 0, 0);
    long now = 0;
    for (int i = 0; i < count; i++) {
      int node = sampling.callee(A);
      if (sampling.isTimed(node)) {
        sampling.enter(node, now, now);
        now += 23;
        sampling.exit(now, now, false);
      } else {
        sampling.enterUntimed(node);
        now += 3;
        sampling.exitUntimed(0, false);
      }
      now += 50;
    }
    sampling.exit(now, now, false);

    long[] a = row(sampling, A);
    assertThat(a[Counters.EXCL_WALL]).isEqualTo(3L * count);
    long[] b = row(sampling, B);
    assertThat(b[Counters.EXCL_WALL]).isBetween(50L * count - 20, 50L * count + 20);
    // It is what is left when the callees' means are taken off, with what they contain of cost.
    int caller = sampling.tree().callee(CallTree.ROOT, B + 1, false);
    assertThat(sampling.figures().error(caller)).isBetween(2L * count, 4L * count);
  }

  @Test
  void aCallThatCostLessThanTheOverheadTakesNoTime() {
    Calls compensating = started(new Rules(Long.MAX_VALUE, 0, 0, overhead(50, 50), false));
    enter(compensating, A, 0, 0);
    compensating.exit(20, 0, false);

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
        enter(calls, A, i, 0);
      }
    }
    assertThat(calls.depth()).isEqualTo(deep);
    for (int i = 0; i < deep; i++) {
      if (calls.isInnermostSilent()) {
        calls.exitSilently();
      } else {
        calls.exit(deep, 0, false);
      }
    }
    assertThat(calls.depth()).isZero();
    assertThat(row(calls, A)[3]).isEqualTo(deep);
    assertThat(calls.tree().size()).as("a recursion takes no room for ever").isLessThan(2000);
  }

  @Test
  void aPathHoldsTheLastMethods() {
    Calls with = started(new Rules(Long.MAX_VALUE, 0, 2, Overhead.NONE, false));
    enter(with, A, 0, 0);
    enter(with, B, 1, 0);
    enter(with, B, 3, 0);
    with.exit(6, 0, false);
    with.exit(10, 0, false);
    with.exit(20, 0, false);
    Tables tables = with.tables();
    CallPaths paths = tables.paths;

    assertThat(paths).isNotNull();
    assertThat(paths.size()).isEqualTo(4);
    assertThat(paths.rows(1)).containsExactly(Calls.ROOT_ROW, A + 1);
    assertThat(paths.rows(2)).containsExactly(A + 1, B + 1);
    assertThat(paths.rows(3)).containsExactly(B + 1, B + 1);
    assertThat(tables.byPath.get(2, Counters.INCL_WALL)).isEqualTo(9);
    assertThat(tables.byPath.get(2, Counters.EXCL_WALL)).isEqualTo(6);
    assertThat(tables.byPath.get(3, Counters.INCL_WALL)).isEqualTo(3);
  }

  private static Calls started(Rules rules) {
    Calls calls = new Calls(rules);
    calls.start(0, 0);
    return calls;
  }

  private static void enter(Calls calls, int id, long wall, long cpu) {
    calls.enter(calls.callee(id), wall, cpu);
  }

  private static Overhead overhead(long inner, long outer) {
    return new Overhead(inner << Calls.PARTS, outer << Calls.PARTS, 0, 0, 0);
  }

  private static long[] row(Calls calls, int id) {
    long[] figures = new long[6];
    Tables tables = calls.tables();
    for (int i = 0; i < figures.length; i++) {
      figures[i] = tables.methods.get(id + 1, i);
    }
    return figures;
  }
}
