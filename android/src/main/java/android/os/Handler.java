package android.os;

import android.util.Printer;
import java.util.Objects;

/** Sends messages and runnables to a looper, and handles them there. */
public class Handler {
  /** Handles messages without a subclass. */
  public interface Callback {
    /** Whether nothing more is to be done. */
    boolean handleMessage(Message msg);
  }

  private final Looper looper;
  private final MessageQueue queue;
  private final Callback callback;
  private final boolean asynchronous;

  public Handler() {
    this((Callback) null);
  }

  public Handler(Callback callback) {
    this(currentLooper(), callback, false);
  }

  public Handler(Looper looper) {
    this(looper, null, false);
  }

  public Handler(Looper looper, Callback callback) {
    this(looper, callback, false);
  }

  private Handler(Looper looper, Callback callback, boolean asynchronous) {
    this.looper = looper;
    this.queue = looper.getQueue();
    this.callback = callback;
    this.asynchronous = asynchronous;
  }

  private static Looper currentLooper() {
    Looper looper = Looper.myLooper();
    if (looper == null) {
      throw new RuntimeException(
          "Can't create handler inside thread "
              + Thread.currentThread()
              + " that has not called Looper.prepare()");
    }
    return looper;
  }

  /** A handler whose messages no sync barrier holds back. */
  public static Handler createAsync(Looper looper) {
    return createAsync(looper, null);
  }

  public static Handler createAsync(Looper looper, Callback callback) {
    return new Handler(Objects.requireNonNull(looper, "looper must not be null"), callback, true);
  }

  public void handleMessage(Message msg) {}

  public void dispatchMessage(Message msg) {
    if (msg.callback != null) {
      msg.callback.run();
    } else if (callback == null || !callback.handleMessage(msg)) {
      handleMessage(msg);
    }
  }

  public String getMessageName(Message message) {
    return message.callback != null
        ? message.callback.getClass().getName()
        : "0x" + Integer.toHexString(message.what);
  }

  public final Message obtainMessage() {
    return Message.obtain(this);
  }

  public final Message obtainMessage(int what) {
    return Message.obtain(this, what);
  }

  public final Message obtainMessage(int what, Object obj) {
    return Message.obtain(this, what, obj);
  }

  public final Message obtainMessage(int what, int arg1, int arg2) {
    return Message.obtain(this, what, arg1, arg2);
  }

  public final Message obtainMessage(int what, int arg1, int arg2, Object obj) {
    return Message.obtain(this, what, arg1, arg2, obj);
  }

  public final boolean post(Runnable r) {
    return postDelayed(r, 0);
  }

  public final boolean postAtTime(Runnable r, long uptimeMillis) {
    return sendMessageAtTime(Message.obtain(this, r), uptimeMillis);
  }

  public final boolean postAtTime(Runnable r, Object token, long uptimeMillis) {
    return sendMessageAtTime(withToken(r, token), uptimeMillis);
  }

  public final boolean postDelayed(Runnable r, long delayMillis) {
    return sendMessageDelayed(Message.obtain(this, r), delayMillis);
  }

  public final boolean postDelayed(Runnable r, Object token, long delayMillis) {
    return sendMessageDelayed(withToken(r, token), delayMillis);
  }

  public final boolean postAtFrontOfQueue(Runnable r) {
    return sendMessageAtFrontOfQueue(Message.obtain(this, r));
  }

  private Message withToken(Runnable r, Object token) {
    Message message = Message.obtain(this, r);
    message.obj = token;
    return message;
  }

  public final boolean sendMessage(Message msg) {
    return sendMessageDelayed(msg, 0);
  }

  public final boolean sendEmptyMessage(int what) {
    return sendEmptyMessageDelayed(what, 0);
  }

  public final boolean sendEmptyMessageDelayed(int what, long delayMillis) {
    return sendMessageDelayed(Message.obtain(this, what), delayMillis);
  }

  public final boolean sendEmptyMessageAtTime(int what, long uptimeMillis) {
    return sendMessageAtTime(Message.obtain(this, what), uptimeMillis);
  }

  public final boolean sendMessageDelayed(Message msg, long delayMillis) {
    return sendMessageAtTime(msg, SystemClock.uptimeMillis() + Math.max(0, delayMillis));
  }

  /** Sends it; false when the looper has quit. */
  public boolean sendMessageAtTime(Message msg, long uptimeMillis) {
    msg.target = this;
    if (asynchronous) {
      msg.setAsynchronous(true);
    }
    return queue.enqueue(msg, uptimeMillis);
  }

  public final boolean sendMessageAtFrontOfQueue(Message msg) {
    return sendMessageAtTime(msg, 0);
  }

  public final void removeCallbacks(Runnable r) {
    removeCallbacks(r, null);
  }

  @SuppressWarnings("ReferenceEquality")
  public final void removeCallbacks(Runnable r, Object token) {
    if (r != null) {
      queue.remove(each -> isMine(each, token) && each.callback == r);
    }
  }

  public final void removeMessages(int what) {
    removeMessages(what, null);
  }

  public final void removeMessages(int what, Object object) {
    queue.remove(each -> isMine(each, object) && each.callback == null && each.what == what);
  }

  /** Removes all, or all with this very token. */
  public final void removeCallbacksAndMessages(Object token) {
    queue.remove(each -> isMine(each, token));
  }

  @SuppressWarnings("ReferenceEquality")
  private boolean isMine(Message message, Object token) {
    return message.target == this && (token == null || message.obj == token);
  }

  public final boolean hasMessages(int what) {
    return hasMessages(what, null);
  }

  public final boolean hasMessages(int what, Object object) {
    return queue.has(each -> isMine(each, object) && each.callback == null && each.what == what);
  }

  @SuppressWarnings("ReferenceEquality")
  public final boolean hasCallbacks(Runnable r) {
    return queue.has(each -> isMine(each, null) && each.callback == r);
  }

  public final Looper getLooper() {
    return looper;
  }

  public final void dump(Printer pw, String prefix) {
    pw.println(prefix + this + " @ " + SystemClock.uptimeMillis());
    looper.dump(pw, prefix + "  ");
  }

  @Override
  public String toString() {
    return "Handler ("
        + getClass().getName()
        + ") {"
        + Integer.toHexString(System.identityHashCode(this))
        + "}";
  }
}
