package android.system;

/** Of level 21, to compile against. */
public final class StructUtsname {
  /** The system. */
  public final String sysname = name();

  /** The processor. */
  public final String machine = name();

  private static String name() {
    throw new UnsupportedOperationException();
  }
}
