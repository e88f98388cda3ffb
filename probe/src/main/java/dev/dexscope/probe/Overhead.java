package dev.dexscope.probe;

/**
 * The cost of measuring one call, to be subtracted from its time and its callers': {@code inner}
 * nanoseconds fall between its two readings of the clock, {@code outer} around them.
 */
final class Overhead {
  static final Overhead NONE = new Overhead(0, 0, 0, 0);

  private static final int ROUNDS = 10;
  private static final int PAIRS = 2000;

  final long innerWall;
  final long outerWall;
  final long innerCpu;
  final long outerCpu;

  Overhead(long innerWall, long outerWall, long innerCpu, long outerCpu) {
    this.innerWall = innerWall;
    this.outerWall = outerWall;
    this.innerCpu = innerCpu;
    this.outerCpu = outerCpu;
  }

  /** Measures empty calls; the cheapest round counts, for what disturbs a round only adds to it. */
  static Overhead calibrate(Clock clock, int pathDepth) {
    Overhead least = null;
    for (int round = 0; round < ROUNDS; round++) {
      Overhead measured = measure(clock, pathDepth);
      if (least == null || measured.wall() < least.wall()) {
        least = measured;
      }
    }
    return least == null ? NONE : least;
  }

  private static Overhead measure(Clock clock, int pathDepth) {
    ThreadRecorder recorder = ThreadRecorder.detached(clock, pathDepth);
    long wall = clock.wall();
    long cpu = clock.cpu();
    for (int i = 0; i < PAIRS; i++) {
      recorder.enter(0);
      recorder.exit();
    }
    wall = (clock.wall() - wall) / PAIRS;
    cpu = (clock.cpu() - cpu) / PAIRS;
    Counters counters = recorder.calls().methods();
    long innerWall = counters.get(1, Counters.INCL_WALL) / PAIRS;
    long innerCpu = counters.get(1, Counters.INCL_CPU) / PAIRS;
    return new Overhead(
        innerWall, Math.max(0, wall - innerWall), innerCpu, Math.max(0, cpu - innerCpu));
  }

  /** Returns the total cost of a call. */
  long wall() {
    return innerWall + outerWall;
  }
}
