package dev.dexscope.dex.verify;

/**
 * A bound on the work for one file. Verification can take time that grows with the square of the
 * code; no program comes near the bound, files made to be slow do.
 */
final class Effort {
  /** Thrown when the bound is reached; always caught inside this package. */
  static final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Exhausted() {
      super("verification effort exhausted", null, false, false);
    }
  }

  private final java.util.concurrent.atomic.AtomicLong shared;
  private long mine;

  private static final long SHARE = 1 << 24;

  /** A worker's view of the work that all workers on a file have left. */
  Effort(java.util.concurrent.atomic.AtomicLong shared) {
    this.shared = shared;
  }

  /** Work for a file of so many bytes, in registers looked at. */
  static long forFile(long bytes) {
    return (1L << 30) + bytes * 4096;
  }

  void spend(long work) {
    mine -= work;
    if (mine < 0) {
      refill();
    }
  }

  private void refill() {
    long take = Math.max(SHARE, -mine);
    if (shared.addAndGet(-take) < 0) {
      throw new Exhausted();
    }
    mine += take;
  }
}
