package dev.dexscope.apphost.device.input;

import android.graphics.Rect;
import android.view.View;
import dev.dexscope.apphost.device.frames.OnScreenKeyboard;
import dev.dexscope.apphost.device.frames.SystemBars;
import dev.dexscope.apphost.device.frames.Windows;
import java.util.List;
import java.util.Random;

/** Touches what can be touched, at random; with the same seed and the same app the same way. */
public final class Monkey {
  private final Random random;

  public Monkey(long seed) {
    this.random = new Random(seed);
  }

  /** One touch, or now and then back. */
  public void play(Finger finger) {
    List<View> windows = Windows.onScreen();
    if (windows.isEmpty() || random.nextInt(20) == 0) {
      finger.back();
      return;
    }
    List<Node> targets = targets(windows.getLast());
    if (targets.isEmpty()) {
      touch(windows.getLast(), finger);
      return;
    }
    Node chosen = targets.get(random.nextInt(targets.size()));
    if (chosen.isEditable() && random.nextBoolean()) {
      chosen.type("monkey " + random.nextInt(1000));
    } else if (OnScreenKeyboard.covers(chosen.bounds())) {
      finger.hideKeyboard();
    } else {
      finger.tap(chosen, random.nextInt(10) == 0);
    }
  }

  /** Anywhere in a window that names nothing to be tapped, as those of games; or a movement. */
  private void touch(View window, Finger finger) {
    Rect at = SystemBars.free(Windows.bounds(window));
    int x = at.left + random.nextInt(Math.max(1, at.width()));
    int y = at.top + random.nextInt(Math.max(1, at.height()));
    if (random.nextInt(5) == 0) {
      int toX = at.left + random.nextInt(Math.max(1, at.width()));
      int toY = at.top + random.nextInt(Math.max(1, at.height()));
      finger.swipe(x, y, toX, toY, 200);
    } else {
      finger.tap(x, y, random.nextInt(10) == 0);
    }
  }

  /** The nodes that can be tapped in a window. */
  private static List<Node> targets(View window) {
    return Nodes.shown(List.of(window)).stream().filter(Monkey::canBeTapped).toList();
  }

  private static boolean canBeTapped(Node node) {
    int[] at = node.bounds();
    return node.isClickable() && at[0] < at[2] && at[1] < at[3];
  }
}
