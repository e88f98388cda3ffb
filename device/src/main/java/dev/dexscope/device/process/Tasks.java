package dev.dexscope.device.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The apps of the screen, in the order in which one lies on the other. The launcher is among them:
 * what is below it is shown only when the user goes there again.
 *
 * @param <A> an app
 */
final class Tasks<A extends Tasks.App> {
  /** An app, with windows or without. */
  interface App {
    /** Returns whether its process has not ended. */
    boolean isAlive();

    /** Its windows come to the screen, or leave it for those of another one. */
    void show(boolean isShown);
  }

  /** The first is on the screen, if it is above the launcher. */
  private final List<A> order = new ArrayList<>();

  /** How many of them are above the launcher. */
  private int above;

  /** Returns the app on the screen; empty if that is the launcher. */
  synchronized Optional<A> front() {
    // One may have ended without a report yet.
    return order.stream().limit(above).filter(App::isAlive).findFirst();
  }

  private void forgetEnded() {
    for (int i = order.size() - 1; i >= 0; i--) {
      if (!order.get(i).isAlive()) {
        remove(i);
      }
    }
  }

  private void remove(int i) {
    order.remove(i);
    if (i < above) {
      above--;
    }
  }

  /** An app comes to the front; the one before leaves it. */
  synchronized void show(A app) {
    forgetEnded();
    Optional<A> before = front();
    if (before.isPresent() && before.get().equals(app)) {
      return;
    }
    before.ifPresent(each -> each.show(false));
    int known = order.indexOf(app);
    if (known >= 0) {
      remove(known);
    }
    order.addFirst(app);
    above++;
    app.show(true);
  }

  /** An app has left the screen, or ended: what is below it is shown. */
  synchronized void leave(A app) {
    int known = order.indexOf(app);
    if (known < 0) {
      return;
    }
    boolean wasFront = known == 0 && above > 0;
    remove(known);
    if (wasFront) {
      front().ifPresent(each -> each.show(true));
    }
  }

  /** The user of an app has gone to the launcher, if it was on the screen. */
  synchronized void home(A app) {
    if (front().filter(app::equals).isPresent()) {
      above = 0;
    }
  }

  /** The user goes from the launcher to the app that was used last, if there is one. */
  synchronized void showLast() {
    forgetEnded();
    if (above == 0 && !order.isEmpty()) {
      above = 1;
      order.getFirst().show(true);
    }
  }
}
