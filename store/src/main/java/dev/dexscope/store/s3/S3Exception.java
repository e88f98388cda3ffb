package dev.dexscope.store.s3;

/** An object storage that does not do what it was sent: {@code what, where; what to do}. */
public final class S3Exception extends RuntimeException {
  private static final long serialVersionUID = 1L;

  S3Exception(String what, Object where, String advice) {
    super(what + ", " + where + "; " + advice);
  }

  S3Exception(String what, Object where, String advice, Throwable cause) {
    super(what + ", " + where + "; " + advice, cause);
  }
}
