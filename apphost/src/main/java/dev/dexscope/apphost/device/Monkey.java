package dev.dexscope.apphost.device;

import android.view.View;
import android.widget.EditText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Touches what can be touched, at random; with the same seed and the same app the same way. */
final class Monkey {
  private final Random random;
  private final Session session;

  Monkey(long seed, Session session) {
    this.random = new Random(seed);
    this.session = session;
  }

  /** One touch, or back where there is nothing to touch. */
  void play(Finger finger) {
    List<View> targets = new ArrayList<>();
    List<View> windows = session.windows();
    if (!windows.isEmpty()) {
      for (View each : Windows.all(windows.getLast())) {
        if (each.isClickable() && each.isShown() && each.getWidth() > 0 && each.getHeight() > 0) {
          targets.add(each);
        }
      }
    }
    if (targets.isEmpty() || random.nextInt(20) == 0) {
      session.back();
      return;
    }
    View chosen = targets.get(random.nextInt(targets.size()));
    if (chosen instanceof EditText field && random.nextBoolean()) {
      field.setText("monkey " + random.nextInt(1000));
    } else {
      finger.tap(chosen, random.nextInt(10) == 0);
    }
  }
}
