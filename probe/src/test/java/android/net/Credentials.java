package android.net;

/** As Android's. */
public class Credentials {
  private final int uid;

  Credentials(int uid) {
    this.uid = uid;
  }

  /** The process's user. */
  public int getUid() {
    return uid;
  }
}
