package android.widget;

/** {@code Toast.Callback} of level 30, to compile against, by its name in class files. */
public abstract class Toast$Callback {
  /** It is on the screen. */
  public void onToastShown() {}

  /** It has gone. */
  public void onToastHidden() {}
}
