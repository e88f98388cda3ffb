package dev.dexscope.compile;

/** An input that is not made into dex code, and why: {@code what, where; what to do}. */
public final class CompileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what what is wrong
   * @param where the file
   * @param advice what the user can do
   */
  CompileException(String what, Object where, String advice) {
    super(what + ", " + where + "; " + advice);
  }
}
