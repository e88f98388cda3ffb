package dev.dexscope.dex.verify.rules;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A bound on the work for one file. Verification can take time that grows with the square of the
 * code; no program comes near the bound, files made to be slow do.
 */
public final class Effort {
  /** Thrown when the bound is reached; always caught inside this package. */
  static final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Exhausted() {
      super("verification effort exhausted", null, false, false);
    }
  }

  private static final long SHARE = 1 << 24;

  private AtomicLong shared = new AtomicLong();
  private long mine;

  /** Work for a file of so many bytes, counted in registers looked at. */
  public static AtomicLong forFile(long bytes) {
    return new AtomicLong((1L << 30) + bytes * 4096);
  }

  /** Takes from now on from what all workers on a file share. */
  public void drawFrom(AtomicLong pool) {
    if (!shared.equals(pool)) {
      shared = pool;
      mine = 0;
    }
  }

  void spend(long work) {
    mine -= work;
    if (mine < 0) {
      long take = Math.max(SHARE, -mine);
      if (shared.addAndGet(-take) < 0) {
        throw new Exhausted();
      }
      mine += take;
    }
  }
}
