package android.os;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The messages of one looper, by the time at which they are to be handled. */
public final class MessageQueue {
  /** Called when the queue has nothing to do for now. */
  public interface IdleHandler {
    /** Whether to be called again. */
    boolean queueIdle();
  }

  private final boolean quitAllowed;
  private final List<IdleHandler> idleHandlers = new ArrayList<>();

  /** The first message; the others follow by {@code next}. */
  private Message first;

  private int lastBarrier;
  private boolean quitting;
  private boolean waiting;

  MessageQueue(boolean quitAllowed) {
    this.quitAllowed = quitAllowed;
  }

  /** Whether nothing is to be handled now. */
  public synchronized boolean isIdle() {
    return first == null || SystemClock.uptimeMillis() < first.when;
  }

  public synchronized boolean isPolling() {
    return waiting && !quitting;
  }

  public synchronized void addIdleHandler(IdleHandler handler) {
    if (handler == null) {
      throw new NullPointerException("Can't add a null IdleHandler");
    }
    idleHandlers.add(handler);
  }

  public synchronized void removeIdleHandler(IdleHandler handler) {
    idleHandlers.remove(handler);
  }

  /** Holds back synchronous messages from now on; returns what removes the barrier. */
  public synchronized int postSyncBarrier() {
    int token = ++lastBarrier;
    Message barrier = Message.obtain();
    barrier.markInUse();
    barrier.when = SystemClock.uptimeMillis();
    barrier.arg1 = token;
    insert(barrier);
    return token;
  }

  public synchronized void removeSyncBarrier(int token) {
    if (!remove(each -> each.target == null && each.arg1 == token, true)) {
      throw new IllegalStateException(
          "The specified message queue synchronization barrier token has not been posted or has"
              + " already been removed.");
    }
    notifyAll();
  }

  /** The next message, when its time has come; null when the looper quits. */
  Message next() {
    boolean idled = false;
    boolean interrupted = false;
    try {
      while (true) {
        List<IdleHandler> idle;
        synchronized (this) {
          Message due = takeDue();
          if (due != null || quitting) {
            return due;
          }
          idle = idled ? List.of() : List.copyOf(idleHandlers);
          if (idle.isEmpty()) {
            interrupted |= await();
          }
        }
        idled = true;
        idle.forEach(this::runIdle);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits for a message; whether it was interrupted, which ends no looper. The caller loops. */
  @SuppressWarnings("WaitNotInLoop")
  private boolean await() {
    Message next = behindBarrier();
    long millis = next == null ? 0 : Math.max(1, next.when - SystemClock.uptimeMillis());
    waiting = true;
    try {
      wait(millis);
      return false;
    } catch (InterruptedException e) {
      return true;
    } finally {
      waiting = false;
    }
  }

  private void runIdle(IdleHandler handler) {
    boolean keep = false;
    try {
      keep = handler.queueIdle();
    } catch (RuntimeException | Error e) {
      android.util.Log.wtf("MessageQueue", "IdleHandler threw exception", e);
    }
    if (!keep) {
      removeIdleHandler(handler);
    }
  }

  /** The first message that no barrier holds back. */
  private Message behindBarrier() {
    Message message = first;
    if (message != null && message.target == null) {
      do {
        message = message.next;
      } while (message != null && (message.target == null || !message.isAsynchronous()));
    }
    return message;
  }

  @SuppressWarnings("ReferenceEquality")
  private Message takeDue() {
    Message message = behindBarrier();
    if (message == null || message.when > SystemClock.uptimeMillis()) {
      return null;
    }
    if (message == first) {
      first = message.next;
    } else {
      Message before = first;
      while (before.next != message) {
        before = before.next;
      }
      before.next = message.next;
    }
    message.next = null;
    return message;
  }

  boolean enqueue(Message message, long when) {
    if (message.target == null) {
      throw new IllegalArgumentException("Message must have a target.");
    }
    synchronized (this) {
      if (message.isInUse()) {
        throw new IllegalStateException(message + " This message is already in use.");
      }
      if (quitting) {
        android.util.Log.w(
            "MessageQueue",
            message.target + " sending message to a Handler on a dead thread",
            new IllegalStateException("dead thread"));
        message.recycle();
        return false;
      }
      message.markInUse();
      message.when = when;
      insert(message);
      notifyAll();
      return true;
    }
  }

  /** Puts it behind all that are due as early. */
  private void insert(Message message) {
    if (first == null || message.when == 0 || message.when < first.when) {
      message.next = first;
      first = message;
      return;
    }
    Message before = first;
    while (before.next != null && before.next.when <= message.when) {
      before = before.next;
    }
    message.next = before.next;
    before.next = message;
  }

  synchronized boolean has(Predicate<Message> wanted) {
    for (Message each = first; each != null; each = each.next) {
      if (each.target != null && wanted.test(each)) {
        return true;
      }
    }
    return false;
  }

  synchronized void remove(Predicate<Message> wanted) {
    remove(each -> each.target != null && wanted.test(each), false);
  }

  private boolean remove(Predicate<Message> wanted, boolean onlyOne) {
    Message before = null;
    boolean removed = false;
    for (Message each = first; each != null && !(removed && onlyOne); ) {
      Message next = each.next;
      if (wanted.test(each)) {
        if (before == null) {
          first = next;
        } else {
          before.next = next;
        }
        each.recycleUnchecked();
        removed = true;
      } else {
        before = each;
      }
      each = next;
    }
    return removed;
  }

  /** Ends the looper; if safely so, behind all messages that are due now. */
  synchronized void quit(boolean safely) {
    if (!quitAllowed) {
      throw new IllegalStateException("Main thread not allowed to quit.");
    }
    if (quitting) {
      return;
    }
    quitting = true;
    long now = SystemClock.uptimeMillis();
    remove(each -> !safely || each.when > now, false);
    notifyAll();
  }

  synchronized List<String> describe() {
    List<String> lines = new ArrayList<>();
    for (Message each = first; each != null; each = each.next) {
      lines.add(each.toString());
    }
    return lines;
  }
}
