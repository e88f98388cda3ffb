package dev.dexscope.samples.motion;

import android.app.Activity;
import android.os.Bundle;
import android.os.Debug;
import android.os.Handler;
import android.os.SystemClock;
import android.util.Log;
import android.view.Choreographer;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Calendar;
import java.util.Date;
import java.util.Queue;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Spends 300 ms in each way that there is, and prints by how much each clock has moved. */
public final class ClocksActivity extends Activity {
  private static final long SPAN = 300;
  private static final long NANOS = SPAN * 1_000_000;

  private final Handler handler = new Handler();
  private final Object lock = new Object();
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final Timer timer = new Timer();
  private final Queue<Runnable> ways = new ArrayDeque<>();

  /** What takes time on the main thread, or on another. */
  private interface Way {
    void run() throws InterruptedException;
  }

  @Override
  protected void onResume() {
    super.onResume();
    // The first time loads classes.
    clocks();
    work();
    onMain("work", ClocksActivity::work);
    onMain("until", ClocksActivity::workUntil);
    onMain("sleep", () -> Thread.sleep(SPAN));
    onMain("systemSleep", () -> SystemClock.sleep(SPAN));
    onMain("wait", this::await);
    onMain("park", () -> LockSupport.parkNanos(NANOS));
    ways.add(() -> handler.postDelayed(end("post"), SPAN));
    ways.add(this::schedule);
    ways.add(() -> timer.schedule(task(end("timer")), SPAN));
    beside("besideSleep", () -> Thread.sleep(SPAN));
    beside("besideSystemSleep", () -> SystemClock.sleep(SPAN));
    beside("besideWait", this::await);
    beside("besidePark", ClocksActivity::park);
    beside("besideUntil", ClocksActivity::workUntil);
    handler.postDelayed(this::next, SPAN);
  }

  private void schedule() {
    Runnable end = end("executor");
    executor.schedule(() -> handler.post(end), SPAN, TimeUnit.MILLISECONDS);
  }

  private TimerTask task(Runnable end) {
    return new TimerTask() {
      @Override
      public void run() {
        handler.post(end);
      }
    };
  }

  private void next() {
    Runnable way = ways.poll();
    if (way != null) {
      Choreographer.getInstance().postFrameCallback(time -> way.run());
    }
  }

  private void onMain(String name, Way way) {
    ways.add(() -> {
      Runnable end = end(name);
      run(way);
      end.run();
    });
  }

  private void beside(String name, Way way) {
    ways.add(() -> {
      Runnable end = end(name);
      new Thread(() -> {
            run(way);
            handler.post(end);
          })
          .start();
    });
  }

  private static void run(Way way) {
    try {
      way.run();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns what prints the time since now, in milliseconds, and goes on. */
  private Runnable end(String name) {
    long[] begin = clocks();
    String[] names = {
      "nano", "wall", "instant", "date", "calendar", "uptime", "elapsed", "cpu", "cpuNanos"
    };
    return () -> {
      long[] end = clocks();
      StringBuilder line = new StringBuilder(name).append(":");
      for (int i = 0; i < end.length; i++) {
        line.append(' ').append(names[i]).append('=').append(Math.round((end[i] - begin[i]) / 1e6));
      }
      Choreographer.getInstance().postFrameCallback(time -> {
        long frame = Math.round((time - begin[0]) / 1e6);
        Log.i("Clocks", line + " frame=" + frame);
        next();
      });
    };
  }

  /** All clocks, in nanoseconds. */
  private static long[] clocks() {
    Instant now = Instant.now();
    return new long[] {
      System.nanoTime(),
      System.currentTimeMillis() * 1_000_000,
      now.getEpochSecond() * 1_000_000_000 + now.getNano(),
      new Date().getTime() * 1_000_000,
      Calendar.getInstance().getTimeInMillis() * 1_000_000,
      SystemClock.uptimeMillis() * 1_000_000,
      SystemClock.elapsedRealtime() * 1_000_000,
      SystemClock.currentThreadTimeMillis() * 1_000_000,
      Debug.threadCpuTimeNanos(),
    };
  }

  private static void work() {
    long end = Debug.threadCpuTimeNanos() + NANOS;
    while (Debug.threadCpuTimeNanos() < end) {
      Math.random();
    }
  }

  private static void workUntil() {
    long end = SystemClock.uptimeMillis() + SPAN;
    while (SystemClock.uptimeMillis() < end) {
      Math.random();
    }
  }

  private void await() throws InterruptedException {
    synchronized (lock) {
      lock.wait(SPAN);
    }
  }

  /** As coroutines do. */
  private static void park() {
    long end = System.nanoTime() + NANOS;
    for (long left = NANOS; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
