package android.util;

/** The base of Android's own unchecked exceptions. */
public class AndroidRuntimeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public AndroidRuntimeException() {}

  public AndroidRuntimeException(String message) {
    super(message);
  }

  public AndroidRuntimeException(String message, Throwable cause) {
    super(message, cause);
  }

  public AndroidRuntimeException(Exception cause) {
    super(cause);
  }
}
