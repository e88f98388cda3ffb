package android.view;

import java.util.List;

/** What compilers need of it; of level 30. */
public final class WindowInsetsAnimation {
  private WindowInsetsAnimation() {}

  /** Gets what moves with the keyboard. */
  public abstract static class Callback {
    /** Whether views inside get it, too. */
    protected Callback(int mode) {}

    /** Before the layout changes. */
    public void onPrepare(WindowInsetsAnimation animation) {}

    /** In each frame. */
    public abstract WindowInsets onProgress(
        WindowInsets insets, List<WindowInsetsAnimation> running);

    /** At the end. */
    public void onEnd(WindowInsetsAnimation animation) {}
  }
}
