package android.system;

/** Of level 21, to compile against. */
public final class StructStatVfs {
  /** Bytes of a block. */
  public final long f_bsize = of();

  /** How many of them there are. */
  public final long f_blocks = of();

  private static int of() {
    throw new UnsupportedOperationException();
  }
}
