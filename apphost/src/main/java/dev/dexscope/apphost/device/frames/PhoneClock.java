package dev.dexscope.apphost.device.frames;

import dev.dexscope.libcore.Counters;
import dev.dexscope.libcore.ProgramTime;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time, as the app sees it: one time for all clocks. Frames move it, and so do
 *
 * <ul>
 *   <li>waits of the main thread, which take real time, because other threads work meanwhile;
 *   <li>work: what a thread has worked longer than the clock has moved, as soon as it reads a
 *       clock. That differs from run to run, and frames with it: so it moves the clock by whole
 *       frames, and only from a length on at which a phone visibly stands still.
 * </ul>
 *
 * Waits of other threads end when the clock has come to their end, which need not take real time.
 * Within a frame, {@code nanoTime} and the time of day pass as they really do, but not beyond the
 * frame: an app that measures itself gets figures, while what is ordered by time has one order.
 */
public final class PhoneClock implements ProgramTime {
  private static final long MILLI = 1_000_000;

  /** Work of a thread that is shorter takes no time of the clock. */
  private static final long STANDSTILL = 100 * MILLI;

  /** How often a thread looks whether nobody is left to wake it. */
  private static final long LOOK = 10 * MILLI;

  /** The work of a thread since it first read a clock in this turn of the main thread. */
  private final class Work {
    long turn = -1;
    long begin;
    long cpu;

    /** The real time before which there cannot be enough. */
    long next;

    boolean isLong;

    void begin(long real) {
      begin = OwnClock.now();
      cpu = cpu();
      next = real + interval;
    }
  }

  private final Thread main = Thread.currentThread();
  private final long interval;
  private final LongSupplier ownWork;
  private final ThreadLocal<Work> work = ThreadLocal.withInitial(Work::new);
  private final Sleepers sleepers = new Sleepers();

  private final JavaTimers timers = new JavaTimers();

  /** When the last frame began. */
  private Moment passed = new Moment(OwnClock.now(), System.nanoTime());

  /** Enters monitors, which may take long. */
  private final ExecutorService waker =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("dexscope clock").factory());

  /** Where the clock was when it was read last, and the real time then. */
  private volatile Moment latest = new Moment(OwnClock.now(), System.nanoTime());

  /** The latest time that was given out. */
  private final AtomicLong given = new AtomicLong();

  private final AtomicLong turn = new AtomicLong();
  private volatile int factor = 1;

  /** Whether the main thread is not in the app, but waits for it. */
  private volatile boolean isAway;

  private record Moment(long time, long real) {}

  /**
   * Begins, on the main thread.
   *
   * @param interval of frames
   * @param ownWork returns the CPU time of the main thread that is not the app's
   */
  PhoneClock(long interval, LongSupplier ownWork) {
    this.interval = interval;
    this.ownWork = ownWork;
  }

  /**
   * The main thread begins with something new.
   *
   * @param patience how many times longer than otherwise its work may be
   */
  void turn(int patience) {
    factor = patience;
    turn.incrementAndGet();
    isAway = false;
  }

  /** The main thread waits for others of the app, or for what to do. */
  void leave() {
    isAway = true;
  }

  /** The main thread has waited. */
  void enter() {
    isAway = false;
  }

  /** The clock has come to the next frame. */
  void hasPassed() {
    long now = OwnClock.now();
    long real = System.nanoTime();
    timers.skip(Math.max(0, now - passed.time - (real - passed.real)));
    passed = new Moment(now, real);
  }

  /** Wakes the threads whose time has come; returns whether there are any. */
  boolean wake() {
    boolean isAny = sleepers.wake(OwnClock.now());
    return timers.wake() || isAny;
  }

  @Override
  public long nanoTime() {
    countWork();
    long now = OwnClock.now();
    long real = System.nanoTime();
    Moment last = latest;
    if (last.time != now) {
      last = new Moment(now, real);
      latest = last;
    }
    long fine = now + Math.min(real - last.real, interval - 1);
    return given.accumulateAndGet(fine, Math::max);
  }

  @Override
  public long currentTimeMillis() {
    return OwnClock.timeOfDay(nanoTime());
  }

  @Override
  public long sinceStart() {
    countWork();
    return OwnClock.now();
  }

  private void countWork() {
    Work own = work.get();
    long real = System.nanoTime();
    // Other threads have no turns: they begin anew where the clock has come farther than they.
    long now = isMain() ? turn.get() : 0;
    if (own.turn != now) {
      own.turn = now;
      own.isLong = false;
      own.begin(real);
      return;
    }
    if (real < own.next) {
      return;
    }
    long ahead = own.begin + cpu() - own.cpu - OwnClock.now();
    long least = own.isLong ? interval : STANDSTILL * (isMain() ? factor : 1);
    if (ahead >= least) {
      own.isLong = true;
      move(ahead / interval * interval);
      own.next = real + interval - ahead % interval;
    } else if (ahead < 0) {
      own.begin(real);
    } else {
      own.next = real + Math.min(interval, least - ahead);
    }
  }

  private long cpu() {
    return Counters.threadCpuNanos() - (isMain() ? ownWork.getAsLong() : 0);
  }

  private boolean isMain() {
    return Thread.currentThread().equals(main);
  }

  private void move(long nanos) {
    OwnClock.advance(nanos);
    sleepers.wake(OwnClock.now());
  }

  private void moveTo(long end) {
    move(end - OwnClock.now());
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    long end = OwnClock.now() + nanos;
    if (isMain()) {
      Thread.sleep(nanos / MILLI, (int) (nanos % MILLI));
      moveTo(end);
      return;
    }
    var own = new Object();
    Sleepers.Sleeper sleeper = sleepers.add(end, () -> notifyAll(own));
    try {
      long realEnd = System.nanoTime() + nanos;
      while (OwnClock.now() < end) {
        synchronized (own) {
          if (OwnClock.now() < end) {
            waitOn(own, Math.max(realEnd - System.nanoTime(), LOOK));
          }
        }
        lapse(end, realEnd);
      }
    } finally {
      sleepers.remove(sleeper);
    }
  }

  @Override
  public void park(@Nullable Object blocker, long nanos) {
    long end = OwnClock.now() + nanos;
    Thread own = Thread.currentThread();
    Sleepers.Sleeper sleeper = sleepers.add(end, () -> LockSupport.unpark(own));
    long realEnd = System.nanoTime() + nanos;
    LockSupport.parkNanos(blocker, nanos);
    sleepers.remove(sleeper);
    lapse(end, realEnd);
  }

  @Override
  public void await(Object monitor, long nanos) throws InterruptedException {
    long end = OwnClock.now() + nanos;
    long realEnd = System.nanoTime() + nanos;
    Sleepers.Sleeper sleeper = sleepers.add(end, () -> waker.execute(() -> notifyAll(monitor)));
    try {
      waitOn(monitor, nanos);
    } finally {
      sleepers.remove(sleeper);
    }
    lapse(end, realEnd);
  }

  static void notifyAll(Object monitor) {
    synchronized (monitor) {
      monitor.notifyAll();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // The callers' or the app's.
  private static void waitOn(Object monitor, long nanos) throws InterruptedException {
    monitor.wait(Math.max(1, nanos / MILLI));
  }

  /**
   * Where the main thread itself waits in the app, nobody moves the clock: then it moves with real
   * time.
   */
  private void lapse(long end, long realEnd) {
    boolean isOver = System.nanoTime() >= realEnd;
    if (isOver && (isMain() || (!isAway && main.getState() != Thread.State.RUNNABLE))) {
      moveTo(end);
    }
  }
}
