package dev.dexscope.base.install;

/** Something of others is needed and nowhere to be found: {@code what, where; what to do}. */
public final class MissingToolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what what is missing, or what needs it
   * @param where the file that needs it, or where it was looked for
   * @param advice what the user can do
   */
  public MissingToolException(String what, Object where, String advice) {
    super(what + ", " + where + "; " + advice);
  }
}
