package dev.dexscope.apphost.device.frames;

import android.os.Looper;
import dev.dexscope.apphost.EventLog;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.apps.Pace;
import dev.dexscope.libcore.Counters;
import dev.dexscope.libcore.ProgramTime;
import dev.dexscope.vm.Vm;
import java.time.Duration;
import java.util.function.Supplier;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowLooper;

/**
 * The frames of the screen, one after the other: the main thread does what is due, and when a frame
 * begins it gets the {@link Vsync}, at which the framework itself goes through input, animations,
 * layout and drawing. The framework's clock advances at once, or with real time.
 */
public final class Frames {
  private static final long SECOND = 1_000_000_000;
  private static final long MILLI = 1_000_000;

  /** How often the app's other threads get to know the real time. */
  private static final long TICK = 4 * MILLI;

  private final boolean isRealTime;
  private final long interval;
  private final Watchdog watchdog;
  private final EventLog events;
  private final Supplier<String> top;
  private final ShadowLooper looper = Shadow.extract(Looper.getMainLooper());

  private final PhoneClock clock;

  /** Whether the frame is the first one of an activity. */
  private boolean isFirst;

  /** Whether the app sees the time of these frames. */
  private boolean isSeen;

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
    this.clock = new PhoneClock(interval, watchdog::ownWork);
    FrameTimes.report(top, events::frame);
  }

  /**
   * The app's code begins, and sees the time of these frames.
   *
   * @param isTested whether there are tests or a program, which also wait in real time on threads
   *     of their own
   */
  public void begin(boolean isTested) {
    if (isRealTime) {
      OwnClock.beReal();
      Thread.ofPlatform().daemon().name("dexscope clock").start(Frames::follow);
    } else if (isTested) {
      Vm.setTime(new TestTime());
    } else {
      Vm.setTime(clock);
      isSeen = true;
    }
  }

  private static void follow() {
    while (true) {
      pause(TICK);
      OwnClock.follow();
    }
  }

  /** Java's clocks and waits are the machine's, those of the framework its own. */
  private static final class TestTime implements ProgramTime {
    @Override
    public long sinceStart() {
      return OwnClock.now();
    }
  }

  /**
   * Runs to the end of the next frame, which is the first one of an activity: it belongs to the
   * start, because it loads the classes of the screen.
   */
  public void first() {
    isFirst = true;
    next();
    isFirst = false;
  }

  /** Runs to the end of the next frame. */
  public void next() {
    run(following(), true);
  }

  /** Wakes the app's threads that wait for a time which has come; returns whether there are any. */
  public boolean wake() {
    return isSeen && clock.wake();
  }

  /** Other threads of the app work, and no time passes. */
  public void pause() {
    clock.leave();
    pause(MILLI);
    clock.enter();
  }

  /** Returns whether a frame begins up to this time. */
  public boolean isNextBy(long nanos) {
    return following() <= nanos;
  }

  /** Does what is due up to this time, before which no frame begins. */
  public void runTo(long nanos) {
    if (OwnClock.now() < nanos) {
      run(nanos, false);
    }
  }

  /** Passes something to the app that it is to answer. */
  public void answers(Runnable input) {
    begins();
    input.run();
    starts();
  }

  private void begins() {
    if (isFirst) {
      starts();
    } else {
      watchdog.frame();
      clock.turn(1);
    }
  }

  private void starts() {
    watchdog.starts();
    clock.turn(Watchdog.START);
  }

  /** The main thread waits for what it is to do next. */
  public void rest() {
    watchdog.rests();
    clock.leave();
  }

  /** Does what is due, while no time passes. */
  public void idle() {
    begins();
    looper.idle();
    starts();
  }

  /**
   * Time passes for a main thread that takes its messages itself, and waits for one: until the next
   * frame, or so long.
   */
  public void await(long nanos) {
    watchdog.frame();
    long end = OwnClock.now() + nanos;
    if (Vsync.isRequested() && isNextBy(end)) {
      long begin = following();
      OwnClock.advance(begin - OwnClock.now());
      Vsync.deliver(begin, interval);
    } else {
      OwnClock.advance(nanos);
    }
  }

  private long following() {
    return (OwnClock.now() / interval + 1) * interval;
  }

  private void run(long until, boolean isFrame) {
    begins();
    long begin = Counters.threadCpuNanos();
    long beginReal = System.nanoTime();
    doWhatIsDue(until);
    if (isFrame) {
      Vsync.deliver(until, interval);
      Drawers.begin();
    }
    looper.idle();
    starts();
    boolean isDrawn = FrameTimes.takeDrawn();
    if (!isDrawn && WindowSurface.isThere() && RenderAnimators.areRunning()) {
      Windows.visible(null).forEach(WindowSurface::animate);
    }
    if (Counters.threadCpuNanos() - begin > interval) {
      events.since(Kind.SLOW_FRAME, top.get(), beginReal);
    }
    if (isFrame && !isRealTime) {
      clock.leave();
      Drawers.await();
      clock.enter();
    }
  }

  private void doWhatIsDue(long until) {
    if (isRealTime) {
      for (long left = until - OwnClock.now(); left > 0; left = until - OwnClock.now()) {
        looper.idle();
        pause(Math.min(left, MILLI));
      }
    } else {
      looper.idleFor(Duration.ofMillis(Math.max(0, (until - OwnClock.now()) / MILLI)));
      OwnClock.advance(until - OwnClock.now());
      if (isSeen) {
        clock.hasPassed();
      }
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
