package dev.dexscope.apphost.device.frames;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/**
 * The glass over a text whose end is moved: below level 33 windows have no surfaces, and its own,
 * which it makes of one, is refused.
 */
@Implements(className = "android.widget.Magnifier", maxSdk = WindowSurface.LEVEL - 1)
public class NoMagnifier {
  /** Shows nothing. */
  @Implementation
  protected void show(float sourceX, float sourceY) {}

  /** The same at a place of its own. */
  @Implementation
  protected void show(float sourceX, float sourceY, float x, float y) {}

  /** There is nothing to be drawn again. */
  @Implementation
  protected void update() {}
}
