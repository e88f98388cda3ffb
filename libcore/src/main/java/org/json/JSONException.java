package org.json;

/** JSON text or a value is not as it should be. */
public class JSONException extends Exception {
  private static final long serialVersionUID = 1;

  public JSONException(String s) {
    super(s);
  }

  public JSONException(String message, Throwable cause) {
    super(message, cause);
  }

  public JSONException(Throwable cause) {
    super(cause);
  }
}
