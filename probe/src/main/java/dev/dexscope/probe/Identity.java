package dev.dexscope.probe;

import android.os.Process;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a thread. TAU's document distinguishes four numbers of a thread: <i>tid</i> is
 * TAU's own, in the order of registration; the others are here.
 */
final class Identity {
  /** The system's id, from {@code gettid}. */
  final int sid;

  /** Java's id, from {@code Thread.getId}; 0 until the thread itself has registered. */
  final long jid;

  /** The VM's id, known only from its debug monitor. It is reused when the thread has ended. */
  volatile int lid;

  /**
   * The system's task of a thread that was only reported; null once the thread itself has
   * registered.
   */
  private final @Nullable String task;

  private final @Nullable WeakReference<Thread> thread;
  private String name;
  private volatile boolean ended;

  private Identity(int sid, int lid, String name, @Nullable String task, @Nullable Thread thread) {
    this.sid = sid;
    this.task = task;
    this.jid = thread == null ? 0 : thread.getId();
    this.lid = lid;
    this.name = name;
    this.thread = thread == null ? null : new WeakReference<Thread>(thread);
  }

  /** The current thread's. */
  static Identity ofCurrent(int sid, int lid) {
    Thread current = Thread.currentThread();
    return new Identity(sid, lid, current.getName(), null, current);
  }

  /** Returns the identity of a thread that was only reported. */
  static Identity heardOf(int sid, String task, int lid, String name) {
    return new Identity(sid, lid, name, task, null);
  }

  /** The current thread's number. */
  static int currentSid() {
    try {
      int sid = Process.myTid();
      return sid > 0 ? sid : Proc.threadId();
    } catch (LinkageError e) {
      return Proc.threadId();
    }
  }

  /** The thread's name; its last known one when it has ended. */
  synchronized String name() {
    Thread running = thread == null ? null : thread.get();
    if (running != null) {
      name = running.getName();
    }
    return name;
  }

  void end() {
    ended = true;
  }

  boolean hasEnded() {
    Thread running = thread == null ? null : thread.get();
    return ended || (thread != null && (running == null || !running.isAlive()));
  }

  boolean isHeardOf() {
    return thread == null;
  }

  /**
   * Returns whether this is the system's thread with that task, which was reported but has not
   * registered itself.
   */
  boolean is(@Nullable String other) {
    return task != null && task.equals(other);
  }
}
