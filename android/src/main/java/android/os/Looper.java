package android.os;

import android.util.Printer;

/** Handles the messages of its thread, one after the other. */
public final class Looper {
  private static final ThreadLocal<Looper> LOOPERS = new ThreadLocal<>();
  private static Looper main;

  private final MessageQueue queue;
  private final Thread thread = Thread.currentThread();
  private volatile Printer logging;
  private boolean looping;

  private Looper(boolean quitAllowed) {
    queue = new MessageQueue(quitAllowed);
  }

  /** Gives the current thread a looper. */
  public static void prepare() {
    prepare(true);
  }

  private static void prepare(boolean quitAllowed) {
    if (LOOPERS.get() != null) {
      throw new RuntimeException("Only one Looper may be created per thread");
    }
    LOOPERS.set(new Looper(quitAllowed));
  }

  /** Makes the current thread the main one. */
  public static void prepareMainLooper() {
    prepare(false);
    synchronized (Looper.class) {
      if (main != null) {
        throw new IllegalStateException("The main Looper has already been prepared.");
      }
      main = myLooper();
    }
  }

  public static Looper getMainLooper() {
    synchronized (Looper.class) {
      return main;
    }
  }

  /** The current thread's looper, or null. */
  public static Looper myLooper() {
    return LOOPERS.get();
  }

  public static MessageQueue myQueue() {
    return myLooper().queue;
  }

  /** Handles messages until the looper is told to quit. */
  public static void loop() {
    Looper me = myLooper();
    if (me == null) {
      throw new RuntimeException("No Looper; Looper.prepare() wasn't called on this thread.");
    }
    if (me.looping) {
      android.util.Log.w(
          "Looper",
          "Loop again would have the queued messages be executed before" + " this one completed.");
    }
    me.looping = true;
    for (Message message = me.queue.next(); message != null; message = me.queue.next()) {
      me.handle(message);
    }
  }

  private void handle(Message message) {
    Printer log = logging;
    Handler target = message.target;
    String what = target + " " + message.callback;
    if (log != null) {
      log.println(">>>>> Dispatching to " + what + ": " + message.what);
    }
    target.dispatchMessage(message);
    if (log != null) {
      log.println("<<<<< Finished to " + what);
    }
    message.recycleUnchecked();
  }

  public boolean isCurrentThread() {
    return Thread.currentThread().equals(thread);
  }

  /** Where each message is told before and behind its handling; null for nowhere. */
  public void setMessageLogging(Printer printer) {
    logging = printer;
  }

  /** Ends the loop at once. */
  public void quit() {
    queue.quit(false);
  }

  /** Ends the loop behind the messages that are due. */
  public void quitSafely() {
    queue.quit(true);
  }

  public Thread getThread() {
    return thread;
  }

  public MessageQueue getQueue() {
    return queue;
  }

  public void dump(Printer pw, String prefix) {
    pw.println(prefix + this);
    int number = 0;
    for (String message : queue.describe()) {
      pw.println(prefix + "  Message " + number++ + ": " + message);
    }
    pw.println(prefix + "  (Total messages: " + number + ")");
  }

  @Override
  public String toString() {
    return "Looper ("
        + thread.getName()
        + ", tid "
        + thread.threadId()
        + ") {"
        + Integer.toHexString(System.identityHashCode(this))
        + "}";
  }
}
