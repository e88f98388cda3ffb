package android.os;

/** The content of a parcel is not what is read from it. */
public class ParcelFormatException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ParcelFormatException() {}

  public ParcelFormatException(String reason) {
    super(reason);
  }
}
