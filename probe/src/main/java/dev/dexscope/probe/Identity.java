package dev.dexscope.probe;

import android.os.Process;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Who a thread is. TAU's document keeps four numbers of a thread apart: <i>tid</i> is TAU's own, in
 * the order of registration; the others are here.
 */
final class Identity {
  /** The system's, as {@code gettid} says. */
  final int sid;

  /** Java's, as {@code Thread.getId} says; 0 when the thread itself has not come yet. */
  final long jid;

  /**
   * The VM's, which only its debug monitor is told. It is given again when the thread has ended.
   */
  volatile int lid;

  /** What was heard of; null when the thread itself has come. */
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

  /** Of a thread that was only heard of. */
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

  /** Whether that thread of the system was heard of, which has not come itself. */
  boolean is(@Nullable String other) {
    return task != null && task.equals(other);
  }
}
