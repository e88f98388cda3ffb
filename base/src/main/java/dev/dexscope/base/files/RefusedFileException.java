package dev.dexscope.base.files;

/** Thrown when a file cannot be used as requested: {@code what, where; what to do}. */
public final class RefusedFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what what is wrong with it
   * @param where its path
   * @param advice what the user can do
   */
  public RefusedFileException(String what, Object where, String advice) {
    super(what + ", " + where + "; " + advice);
  }
}
