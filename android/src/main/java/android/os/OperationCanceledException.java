package android.os;

/** Somebody has cancelled what was under way. */
public class OperationCanceledException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public OperationCanceledException() {
    this(null);
  }

  public OperationCanceledException(String message) {
    super(message != null ? message : "The operation has been canceled.");
  }
}
