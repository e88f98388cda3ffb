package android.os;

/** A thread that has a looper. */
public class HandlerThread extends Thread {
  private final int priority;
  private volatile int tid = -1;
  private Looper looper;

  public HandlerThread(String name) {
    this(name, Process.THREAD_PRIORITY_DEFAULT);
  }

  /** A thread of a nice value, {@code Process.THREAD_PRIORITY_...}. */
  public HandlerThread(String name, int priority) {
    super(name);
    this.priority = priority;
  }

  /** Called before the loop begins. */
  protected void onLooperPrepared() {}

  @Override
  public void run() {
    tid = Process.myTid();
    Looper.prepare();
    synchronized (this) {
      looper = Looper.myLooper();
      notifyAll();
    }
    Process.setThreadPriority(priority);
    onLooperPrepared();
    Looper.loop();
    tid = -1;
  }

  /** The looper; waits until there is one, null when the thread does not run. */
  public Looper getLooper() {
    boolean interrupted = false;
    synchronized (this) {
      while (isAlive() && looper == null) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return isAlive() ? looper : null;
  }

  /** Ends the looper at once; false when there is none. */
  public boolean quit() {
    Looper running = getLooper();
    if (running != null) {
      running.quit();
    }
    return running != null;
  }

  /** Ends the looper behind the messages that are due; false when there is none. */
  public boolean quitSafely() {
    Looper running = getLooper();
    if (running != null) {
      running.quitSafely();
    }
    return running != null;
  }

  public int getThreadId() {
    return tid;
  }
}
