package dev.dexscope.apphost.device.activity;

import dev.dexscope.apphost.EventLog;
import dev.dexscope.apphost.device.frames.DuePictures;
import dev.dexscope.apphost.device.frames.FrameCallbacks;
import dev.dexscope.apphost.device.frames.Frames;
import dev.dexscope.apphost.device.frames.OwnClock;
import dev.dexscope.apphost.device.frames.RenderAnimators;
import dev.dexscope.apps.AppRun.Kind;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Runs the app until it waits for its user, or for so long that it never will. */
public final class Idle {
  /** Frames in which nothing happens, until the app is taken to wait for its user. */
  private static final int QUIET_FRAMES = 20;

  /** Milliseconds. */
  private static final int FRAME = 16;

  /** Of an app that never is quiet: five seconds. */
  private static final int MOST_FRAMES = 300;

  /**
   * The time that other threads of the app may work before the next step: half of it after each
   * step in which that was not enough, because an app that starts one such thread starts more.
   */
  private static final long MOST_WORK = Duration.ofSeconds(5).toNanos();

  private static final int MOST_HALVES = 5;

  /** For one frame while a picture is due, a millisecond each: half a minute in all. */
  private static final int MOST_PAUSES = 100;

  private final Frames frames;
  private final Activities activities;
  private final Networks networks;
  private final EventLog events;
  private final Workers workers = new Workers();

  /** The callbacks that were requested for each frame, and still are. */
  private final Set<String> repeating = new HashSet<>();

  /** The steps in which other threads did not come to rest. */
  private int restless;

  /** How long other threads are waited for in this step yet, in real time. */
  private long workLeft;

  /** Whether the main thread's messages were reported. */
  private boolean isFlooded;

  public Idle(Frames frames, Activities activities, Networks networks, EventLog events) {
    this.frames = frames;
    this.activities = activities;
    this.networks = networks;
    this.events = events;
  }

  private void mayWork() {
    workLeft = MOST_WORK >> Math.min(restless, MOST_HALVES);
  }

  /** Until nothing is left to do, or long enough. */
  public void untilQuiet() {
    mayWork();
    int quiet = 0;
    Set<String> pending = Set.of();
    for (int i = 0; i < MOST_FRAMES && quiet < QUIET_FRAMES; i++) {
      boolean isNews = (quiet > 0 || i == 0) && awaitWorkers();
      isNews |= frame();
      pending = FrameCallbacks.ending();
      repeating.retainAll(pending);
      boolean isAnimated = !repeating.containsAll(pending) || RenderAnimators.areRunning();
      quiet = isNews || isAnimated || isPictureDue() ? 0 : quiet + 1;
    }
    DuePictures.giveUp();
    if (MainQueue.wasFull(FRAME) && !isFlooded) {
      isFlooded = true;
      events.now(Kind.UNSETTLED, "messages to the main thread without end");
    }
    if (quiet < QUIET_FRAMES && repeating.addAll(pending)) {
      events.now(
          Kind.UNSETTLED, "after " + MOST_FRAMES + " frames still: " + String.join(", ", pending));
    }
  }

  /** So many milliseconds. */
  public void advance(long millis) {
    long end = OwnClock.now() + Duration.ofMillis(millis).toNanos();
    while (frames.isNextBy(end)) {
      mayWork();
      awaitBusy();
      frame();
    }
    frames.runTo(end);
    activities.follow();
  }

  /** The app is to answer, within the time for that. */
  public void answers(Runnable input) {
    frames.answers(input);
  }

  /** Runs one frame; returns whether activities were started or ended after it. */
  public boolean frame() {
    networks.inform();
    frames.next();
    boolean isNews = activities.follow();
    return (frames.wake() && awaitWorkers()) || isNews;
  }

  /**
   * While other threads of the app work, no time passes here: it takes as many frames as on a
   * machine that is faster.
   */
  private boolean awaitWorkers() {
    frames.pause();
    return awaitBusy();
  }

  /**
   * Time passes while a picture is due, because who draws it may sleep, and little of it on a slow
   * machine.
   */
  private boolean isPictureDue() {
    for (int i = 0; i < MOST_PAUSES && DuePictures.areAwaited(); i++) {
      frames.pause();
    }
    return DuePictures.areAwaited();
  }

  private boolean awaitBusy() {
    boolean isNews = false;
    long last = System.nanoTime();
    while (workers.areBusy()) {
      long now = System.nanoTime();
      workLeft -= now - last;
      last = now;
      if (workLeft < 0) {
        restless++;
        workers
            .giveUp()
            .forEach(each -> events.now(Kind.UNSETTLED, "a thread that works on: " + each));
        break;
      }
      frames.idle();
      isNews |= activities.follow();
      frames.pause();
    }
    return isNews;
  }
}
