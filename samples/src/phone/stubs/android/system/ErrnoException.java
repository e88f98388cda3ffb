package android.system;

/** Of level 21, to compile against. */
public final class ErrnoException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Which error it is. */
  public final int errno;

  /** An error of a function. */
  public ErrnoException(String function, int errno) {
    this.errno = errno;
  }
}
