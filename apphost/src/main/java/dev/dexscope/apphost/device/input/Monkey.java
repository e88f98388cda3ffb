package dev.dexscope.apphost.device.input;

import android.view.View;
import dev.dexscope.apphost.device.frames.Windows;
import java.util.List;
import java.util.Random;

/** Touches what can be touched, at random; with the same seed and the same app the same way. */
public final class Monkey {
  private final Random random;

  public Monkey(long seed) {
    this.random = new Random(seed);
  }

  /** One touch, or back where there is nothing to touch. */
  public void play(Finger finger) {
    List<Node> targets = targets();
    if (targets.isEmpty() || random.nextInt(20) == 0) {
      finger.back();
      return;
    }
    Node chosen = targets.get(random.nextInt(targets.size()));
    if (chosen.isEditable() && random.nextBoolean()) {
      chosen.type("monkey " + random.nextInt(1000));
    } else {
      finger.tap(chosen, random.nextInt(10) == 0);
    }
  }

  /** The nodes that can be tapped in the window on top. */
  private List<Node> targets() {
    List<View> windows = Windows.onScreen();
    List<View> top = windows.isEmpty() ? List.of() : List.of(windows.getLast());
    return Nodes.shown(top).stream().filter(Monkey::canBeTapped).toList();
  }

  private static boolean canBeTapped(Node node) {
    int[] at = node.bounds();
    return node.isClickable() && at[0] < at[2] && at[1] < at[3];
  }
}
