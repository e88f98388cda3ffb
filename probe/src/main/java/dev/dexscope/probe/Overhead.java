package dev.dexscope.probe;

/**
 * The cost of measuring one call, to be subtracted from its time and its callers', in {@link
 * Calls}' parts of a nanosecond: of a call that is timed {@code inner} falls between its two
 * readings of the clock, {@code outer} around them.
 *
 * <p>The CPU time is read around the elapsed time, and takes much longer: by a reading of it more
 * than {@code inner} falls between its own two. {@link Calls} subtracts that from each call that is
 * timed as it begins, so that what remains costs both times the same.
 */
final class Overhead {
  static final Overhead NONE = new Overhead(0, 0, 0, 0, 0);

  private static final int ROUNDS = 10;
  private static final int PAIRS = 2000;

  /** A loop of its own: a VM compiles what is called often, not what runs long once. */
  private static final int PAIRS_OF_A_LOOP = 20;

  final long inner;
  final long outer;

  /** Of a call that is not timed. */
  final long untimed;

  /** Of such a call beyond that if its caller has called another method last. */
  final long other;

  /** The time between two readings of the CPU time beyond {@code inner}; 0 without that clock. */
  final long cpuReading;

  Overhead(long inner, long outer, long untimed, long other, long cpuReading) {
    this.inner = inner;
    this.outer = outer;
    this.untimed = untimed;
    this.other = other;
    this.cpuReading = cpuReading;
  }

  /** Measures empty calls; the cheapest round counts, for what disturbs a round only adds to it. */
  static Overhead calibrate(Clock clock) {
    return calibrate(clock, ROUNDS, PAIRS);
  }

  /** Measures {@code rounds} of {@code pairs} calls that are timed, and as many that are not. */
  static Overhead calibrate(Clock clock, int rounds, int pairs) {
    Overhead least = NONE;
    long same = Long.MAX_VALUE;
    long other = Long.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
      Overhead timed = measure(clock, pairs, 0, 0);
      if (round == 0 || timed.inner + timed.outer < least.inner + least.outer) {
        least = timed;
      }
      same = Math.min(same, measure(clock, pairs, Long.MAX_VALUE, 0).outer);
      other = Math.min(other, measure(clock, pairs, Long.MAX_VALUE, 1).outer);
    }
    return new Overhead(least.inner, least.outer, same, other - same, least.cpuReading);
  }

  /**
   * Measures calls of a method, and of a second one after each.
   *
   * @param timed the number of the call from which on they are timed
   */
  private static Overhead measure(Clock clock, int pairs, long timed, int second) {
    ThreadRecorder recorder = ThreadRecorder.detached(clock);
    CallTree tree = recorder.calls().tree();
    int node = tree.callee(CallTree.ROOT, 1, false);
    int next = tree.callee(CallTree.ROOT, 1 + second, false);
    long[] figures = tree.figures();
    figures[CallTree.at(node) + CallTree.NEXT] = timed;
    figures[CallTree.at(next) + CallTree.NEXT] = timed;
    Profiler.MEASURED.set(recorder);
    long cpu = clock.cpu();
    long wall = clock.wall();
    for (int i = 0; i < pairs; i += PAIRS_OF_A_LOOP) {
      loop(second);
    }
    wall = clock.wall() - wall;
    Profiler.MEASURED.remove();
    // Readings of the CPU time take so long that on a busy machine each round is interrupted.
    long worked = clock.hasCpu() ? Math.min(wall, clock.cpu() - cpu) : wall;
    long all = (worked << Calls.PARTS) / pairs;
    long inner = tree.get(node, CallTree.EXCL_WALL) / pairs;
    long cpuReading = Math.max(0, tree.get(node, CallTree.EXCL_CPU) / pairs - inner);
    return new Overhead(inner, Math.max(0, all - inner), 0, 0, cpuReading);
  }

  /** Calls the first method, and after each call the second. */
  private static void loop(int second) {
    for (int i = 0; i < PAIRS_OF_A_LOOP; i += 2) {
      Profiler.enterMeasured(0);
      Profiler.exitMeasured();
      Profiler.enterMeasured(second);
      Profiler.exitMeasured();
    }
  }
}
