package android.system;

/** A call of the system that has failed. */
public final class ErrnoException extends Exception {
  private static final long serialVersionUID = 1;

  /** Why: one of {@link OsConstants}. */
  public final int errno;

  private final String functionName;

  /** The failure of a function. */
  public ErrnoException(String functionName, int errno) {
    this(functionName, errno, null);
  }

  /** The failure of a function. */
  public ErrnoException(String functionName, int errno, Throwable cause) {
    super(cause);
    this.functionName = functionName;
    this.errno = errno;
  }

  @Override
  public String getMessage() {
    String name = OsConstants.errnoName(errno);
    return functionName + " failed: " + (name == null ? "errno " + errno : name);
  }
}
