package dev.dexscope.apps;

/** Thrown when an app cannot be run or driven as requested: {@code what, where; what to do}. */
public final class AppException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what what is wrong
   * @param where the file, step or name
   * @param advice what the user can do
   */
  public AppException(String what, Object where, String advice) {
    super(what + ", " + where + "; " + advice);
  }
}
