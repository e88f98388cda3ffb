package dev.dexscope.apphost.device.frames;

import android.os.Looper;
import android.os.SystemClock;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.Pace;
import dev.dexscope.vm.Vm;
import java.time.Duration;
import java.util.function.Supplier;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowLooper;
import org.robolectric.shadows.ShadowSystemClock;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.Static;

/**
 * The frames of the screen, one after the other: the main thread does what is due, and when a frame
 * begins it gets the {@link Vsync}, at which the framework itself goes through input, animations,
 * layout and drawing. The framework's clock advances at once, or with real time.
 */
public final class Frames {
  private static final long SECOND = 1_000_000_000;

  private final boolean isRealTime;
  private final long interval;
  private final Watchdog watchdog;
  private final EventLog events;
  private final Supplier<String> top;
  private final ShadowLooper looper = Shadow.extract(Looper.getMainLooper());

  /** The framework's time minus the real one, at the first frame. */
  private final long ahead = now() - System.nanoTime();

  /** The framework's time, and the real one, up to which the app's time of day was kept. */
  private long last = now();

  private long lastReal = System.nanoTime();

  /** The framework's clock. */
  @ForType(SystemClock.class)
  interface Clock {
    /** Its time. */
    @Static
    long elapsedRealtimeNanos();
  }

  /**
   * Begins with none.
   *
   * @param top returns the name of the activity on top
   */
  public Frames(Pace pace, Watchdog watchdog, EventLog events, Supplier<String> top) {
    this.isRealTime = pace.isRealTime();
    this.interval = SECOND / pace.framesPerSecond();
    this.watchdog = watchdog;
    this.events = events;
    this.top = top;
    FrameTimes.report(top, events::frame);
  }

  /** The time of the framework's clock. */
  public static long now() {
    return Reflector.reflector(Clock.class).elapsedRealtimeNanos();
  }

  /** Runs to the end of the next frame. */
  public void next() {
    if (isRealTime) {
      catchUp();
    }
    run(following(), true);
  }

  /** Returns whether a frame begins up to this time. */
  public boolean isNextBy(long nanos) {
    return following() <= nanos;
  }

  /** Does what is due up to this time, before which no frame begins. */
  public void runTo(long nanos) {
    if (now() < nanos) {
      run(nanos, false);
    }
  }

  /** Passes something to the app that it is to answer. */
  public void answers(Runnable input) {
    watchdog.frame();
    input.run();
    watchdog.starts();
  }

  /** The main thread waits for what it is to do next. */
  public void rest() {
    watchdog.rests();
  }

  /** Does what is due, while no time passes. */
  public void idle() {
    watchdog.frame();
    looper.idle();
    watchdog.starts();
  }

  /**
   * Time passes for a main thread that takes its messages itself, and waits for one: until the next
   * frame, or so long.
   */
  public void await(long nanos) {
    watchdog.frame();
    long end = now() + nanos;
    if (Vsync.isRequested() && isNextBy(end)) {
      long begin = following();
      ShadowSystemClock.advanceBy(Duration.ofNanos(begin - now()));
      Vsync.deliver(begin, interval);
    } else {
      ShadowSystemClock.advanceBy(Duration.ofNanos(nanos));
    }
  }

  private long following() {
    return (now() / interval + 1) * interval;
  }

  private void run(long until, boolean isFrame) {
    if (isRealTime) {
      pause(until - ahead - System.nanoTime());
    }
    long begin = System.nanoTime();
    watchdog.frame();
    looper.idleFor(Duration.ofMillis(Math.max(0, (until - now()) / 1_000_000)));
    ShadowSystemClock.advanceBy(Duration.ofNanos(Math.max(0, until - now())));
    keepTime();
    if (isFrame) {
      Vsync.deliver(until, interval);
      Drawers.begin();
    }
    looper.idle();
    watchdog.starts();
    boolean isDrawn = FrameTimes.takeDrawn();
    if (!isDrawn && WindowSurface.isThere() && RenderAnimators.areRunning()) {
      Windows.visible(null).forEach(WindowSurface::animate);
    }
    if (System.nanoTime() - begin > interval) {
      events.since(Kind.SLOW_FRAME, top.get(), begin);
    }
    if (isFrame && !isRealTime) {
      Drawers.await();
    }
  }

  /**
   * The app's time of day is as late as on a phone, where a frame takes its time even if its work
   * takes less. Tests on threads of their own also wait in real time, which is not skipped.
   */
  private void keepTime() {
    long now = now();
    long real = System.nanoTime();
    if (!isRealTime && !Phone.isTesting()) {
      Vm.skipTime(Duration.ofNanos(Math.max(0, now - last - (real - lastReal))));
    }
    last = now;
    lastReal = real;
  }

  /** As much time passes as really has: frames that should have begun meanwhile are lost. */
  private void catchUp() {
    long behind = System.nanoTime() + ahead - now();
    if (behind > interval) {
      looper.idleFor(Duration.ofNanos(behind));
    }
  }

  private static void pause(long nanos) {
    try {
      Thread.sleep(Duration.ofNanos(Math.max(0, nanos)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
