package dev.dexscope.base.files;

/** Thrown when a file cannot be used as requested: {@code what, where; what to do}. */
public final class RefusedFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String what;

  /**
   * @param what what is wrong with it
   * @param where its path
   * @param advice what the user can do
   */
  public RefusedFileException(String what, Object where, String advice) {
    super(what + ", " + where + "; " + advice);
    this.what = what;
  }

  /** Returns what is wrong with the file, without its path, for those who have not named it. */
  public String what() {
    return what;
  }
}
