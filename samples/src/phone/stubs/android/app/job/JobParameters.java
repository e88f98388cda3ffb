package android.app.job;

/** Of level 21, to compile against. */
public class JobParameters {
  /** Returns the number that the app has given. */
  public int getJobId() {
    throw new UnsupportedOperationException();
  }
}
