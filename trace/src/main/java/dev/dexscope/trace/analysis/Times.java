package dev.dexscope.trace.analysis;

/**
 * One side's times of a row: the runs in which it took time, and how well each is known.
 *
 * <pre>{@code
 * Times.of(new double[] {2e6, 0, 3e6}, new double[3]).present();   // true, false, true
 * }</pre>
 *
 * @param nanos the time of each run
 * @param present whether a run has a time that can be measured
 * @param floor the variance that the logarithms have by the error of the times alone
 * @param isKnown whether each time is more than its error
 */
record Times(double[] nanos, boolean[] present, double floor, boolean isKnown) {
  /** Of a normal distribution's spread: half of the 95 % interval. */
  private static final double INTERVAL = 1.96;

  /**
   * Times with their errors.
   *
   * @param errors standard errors of what was estimated; 0 for what was measured
   */
  static Times of(double[] nanos, double[] errors) {
    boolean[] present = new boolean[nanos.length];
    boolean isKnown = true;
    double squares = 0;
    int count = 0;
    for (int i = 0; i < nanos.length; i++) {
      isKnown &= errors[i] == 0 || nanos[i] > INTERVAL * errors[i];
      present[i] = nanos[i] >= Measured.RESOLUTION;
      if (present[i]) {
        // Rounding at both ends of a time is an error of its own.
        double rounding = Measured.RESOLUTION * Measured.RESOLUTION / 6;
        squares += (errors[i] * errors[i] + rounding) / (nanos[i] * nanos[i]);
        count++;
      }
    }
    return new Times(nanos, present, count == 0 ? 0 : squares / count, isKnown);
  }

  /** 1 for a run that has it, else 0. */
  double[] shares() {
    double[] shares = new double[nanos.length];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = present[i] ? 1 : 0;
    }
    return shares;
  }

  /** The logarithms of the times; 0 where there is none. */
  double[] logs() {
    double[] logs = new double[nanos.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = present[i] ? Math.log(nanos[i]) : 0;
    }
    return logs;
  }
}
