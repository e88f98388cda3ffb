package dev.dexscope.vm.interpret;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The interpreter's state of a thread, which the thread itself keeps until its end. */
final class GuestThread {
  /** By the threads' own numbers: classes of programs may define whether threads are equal. */
  private static final Map<Long, OfThread> ALL = new ConcurrentHashMap<>();

  private static final ReferenceQueue<GuestThread> ENDED = new ReferenceQueue<>();

  private static final ThreadLocal<GuestThread> CURRENT = ThreadLocal.withInitial(GuestThread::add);

  /** The frame of the call that runs. */
  @Nullable Frame top;

  /** The exception whose stack trace was corrected last. */
  @Nullable Throwable seen;

  private static final class OfThread extends WeakReference<GuestThread> {
    private final long number;

    OfThread(GuestThread thread, long number) {
      super(thread, ENDED);
      this.number = number;
    }
  }

  private static GuestThread add() {
    Reference<? extends GuestThread> ended;
    while ((ended = ENDED.poll()) != null) {
      if (ended instanceof OfThread known) {
        ALL.remove(known.number);
      }
    }
    var thread = new GuestThread();
    long number = Thread.currentThread().threadId();
    ALL.put(number, new OfThread(thread, number));
    return thread;
  }

  static GuestThread current() {
    return CURRENT.get();
  }

  static @Nullable GuestThread of(Thread thread) {
    OfThread known = ALL.get(thread.threadId());
    return known == null ? null : known.get();
  }
}
