package dev.dexscope.apk.sign;

/**
 * A key that is not available, or a package that cannot be signed with it: {@code what, where; what
 * to do}.
 */
public final class SigningException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SigningException(String what, Object where, String advice) {
    super(what + ", " + where + "; " + advice);
  }

  SigningException(String what, Object where, String advice, Throwable cause) {
    super(what + ", " + where + "; " + advice, cause);
  }
}
