package dev.dexscope.dex.verify.link;

/**
 * The reason why a class cannot be loaded.
 *
 * @param exception what the runtime throws: {@code java.lang.NoClassDefFoundError}
 */
public record LoadError(String exception, String reason) {
  /** Returns whether no file has it. */
  boolean isMissing() {
    return exception.equals("java.lang.NoClassDefFoundError");
  }

  public boolean isVerifyError() {
    return exception.equals("java.lang.VerifyError");
  }

  @Override
  public String toString() {
    return exception + ": " + reason;
  }
}
