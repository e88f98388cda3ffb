package android.util;

/** The base of Android's own checked exceptions. */
public class AndroidException extends Exception {
  private static final long serialVersionUID = 1;

  public AndroidException() {}

  public AndroidException(String message) {
    super(message);
  }

  public AndroidException(String message, Throwable cause) {
    super(message, cause);
  }

  public AndroidException(Exception cause) {
    super(cause);
  }
}
