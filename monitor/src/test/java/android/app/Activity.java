package android.app;

/** Stands in dumps of tests for Android's. */
public class Activity {
  public boolean mDestroyed;
}
