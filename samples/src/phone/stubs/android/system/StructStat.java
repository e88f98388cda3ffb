package android.system;

/** Of level 21, to compile against. */
public final class StructStat {
  /** What kind of file it is, and who may do what with it. */
  public final int st_mode = of();

  /** Its length in bytes. */
  public final long st_size = of();

  /** Its owner. */
  public final int st_uid = of();

  /** Its last change, in seconds since the epoch. */
  public final long st_mtime = of();

  private static int of() {
    throw new UnsupportedOperationException();
  }
}
