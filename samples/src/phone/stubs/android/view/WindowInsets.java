package android.view;

/** What compilers need of it; of level 20. */
public final class WindowInsets {
  private WindowInsets() {}
}
