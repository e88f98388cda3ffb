package android.os;

import android.util.AndroidRuntimeException;

/** A parcelable's data or class is not as it should be. */
public class BadParcelableException extends AndroidRuntimeException {
  private static final long serialVersionUID = 1;

  public BadParcelableException(String msg) {
    super(msg);
  }

  public BadParcelableException(String msg, Throwable cause) {
    super(msg, cause);
  }

  public BadParcelableException(Exception cause) {
    super(cause);
  }
}
