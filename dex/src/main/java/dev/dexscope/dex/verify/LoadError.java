package dev.dexscope.dex.verify;

/**
 * Why a class cannot be loaded.
 *
 * @param exception what the runtime throws: {@code java.lang.NoClassDefFoundError}
 */
record LoadError(String exception, String reason) {
  boolean isVerifyError() {
    return exception.equals("java.lang.VerifyError");
  }

  @Override
  public String toString() {
    return exception + ": " + reason;
  }
}
