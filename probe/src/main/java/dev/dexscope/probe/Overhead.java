package dev.dexscope.probe;

/**
 * The cost of measuring one call, to be subtracted from its time and its callers', in {@link
 * Calls}' parts of a nanosecond: of a call that is timed {@code inner} falls between its two
 * readings of the clock, {@code outer} around them.
 */
final class Overhead {
  static final Overhead NONE = new Overhead(0, 0, 0, 0, 0, 0);

  private static final int ROUNDS = 10;
  private static final int PAIRS = 2000;

  final long innerWall;
  final long outerWall;
  final long innerCpu;
  final long outerCpu;
  final long untimedWall;
  final long untimedCpu;

  Overhead(
      long innerWall,
      long outerWall,
      long innerCpu,
      long outerCpu,
      long untimedWall,
      long untimedCpu) {
    this.innerWall = innerWall;
    this.outerWall = outerWall;
    this.innerCpu = innerCpu;
    this.outerCpu = outerCpu;
    this.untimedWall = untimedWall;
    this.untimedCpu = untimedCpu;
  }

  /** Measures empty calls; the cheapest round counts, for what disturbs a round only adds to it. */
  static Overhead calibrate(Clock clock) {
    return calibrate(clock, ROUNDS, PAIRS);
  }

  /** Measures {@code rounds} of {@code pairs} calls that are timed, and as many that are not. */
  static Overhead calibrate(Clock clock, int rounds, int pairs) {
    Overhead least = NONE;
    long leastUntimed = Long.MAX_VALUE;
    long leastUntimedCpu = 0;
    for (int round = 0; round < rounds; round++) {
      Overhead timed = measure(clock, pairs, false);
      if (round == 0 || timed.wall() < least.wall()) {
        least = timed;
      }
      Overhead untimed = measure(clock, pairs, true);
      if (untimed.wall() < leastUntimed) {
        leastUntimed = untimed.wall();
        leastUntimedCpu = untimed.innerCpu + untimed.outerCpu;
      }
    }
    return new Overhead(
        least.innerWall,
        least.outerWall,
        least.innerCpu,
        least.outerCpu,
        leastUntimed,
        leastUntimedCpu);
  }

  private static Overhead measure(Clock clock, int pairs, boolean isCounting) {
    ThreadRecorder recorder = ThreadRecorder.detached(clock, isCounting);
    long wall = clock.wall();
    long cpu = clock.cpu();
    for (int i = 0; i < pairs; i++) {
      Profiler.enter(recorder, 0);
      Profiler.exit(recorder);
    }
    wall = ((clock.wall() - wall) << Calls.PARTS) / pairs;
    cpu = ((clock.cpu() - cpu) << Calls.PARTS) / pairs;
    CallTree tree = recorder.calls().tree();
    int node = tree.callee(CallTree.ROOT, 1);
    long innerWall = tree.get(node, CallTree.EXCL_WALL) / pairs;
    long innerCpu = tree.get(node, CallTree.EXCL_CPU) / pairs;
    return new Overhead(
        innerWall, Math.max(0, wall - innerWall), innerCpu, Math.max(0, cpu - innerCpu), 0, 0);
  }

  /** Returns the total cost of a call that is timed. */
  long wall() {
    return innerWall + outerWall;
  }
}
