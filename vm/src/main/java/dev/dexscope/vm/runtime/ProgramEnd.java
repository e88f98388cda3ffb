package dev.dexscope.vm.runtime;

import dev.dexscope.base.process.ShutdownHook;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a program ends: by itself when its threads have ended, or by {@code System.exit}. Both end
 * the program and not the host's process, which may process the program's output afterwards; so its
 * shutdown hooks are its own too, and have run when {@link #finish} returns.
 *
 * <pre>{@code
 * ProgramEnd end = ProgramEnd.begin();
 * ... // until end.isReached(), or no thread is left
 * int exitCode = end.finish(0);
 * }</pre>
 */
public final class ProgramEnd {
  /** The host's thread that waits for the end. */
  private final Thread waiting = Thread.currentThread();

  /** A signal that ends the process ends the program too. */
  private final ShutdownHook ofProcess = ShutdownHook.add("shutdown hooks", this::runHooks);

  private final Object hooksRun = new Object();
  private final Set<Thread> hooks = Collections.newSetFromMap(new IdentityHashMap<>());
  private volatile @Nullable Integer exitCode;
  private boolean finishing;

  /** Whether the waiting thread has stopped waiting. */
  private boolean isLeft;

  private ProgramEnd() {}

  /** A program begins, and the current thread will wait for its end. */
  public static ProgramEnd begin() {
    var end = new ProgramEnd();
    VmContext.current().end = end;
    return end;
  }

  /**
   * Returns whether the program has called for its end; the waiting thread was interrupted then.
   */
  public boolean isReached() {
    return exitCode != null;
  }

  /**
   * Runs the program's shutdown hooks.
   *
   * @param otherwise the exit code of a program that has not set one
   * @return its exit code
   */
  public int finish(int otherwise) {
    runHooks();
    ofProcess.close();
    Integer code = exitCode;
    return code == null ? otherwise : code;
  }

  /** Returns when they have run, on whichever thread. */
  void runHooks() {
    synchronized (hooksRun) {
      List<Thread> run = finishing();
      run.forEach(Thread::start);
      run.forEach(ProgramEnd::join);
    }
  }

  /**
   * Returns the hooks, at the first call. The waiting thread is no longer interrupted once it has
   * called this itself; while the process's own end runs the hooks, it can still be resumed.
   */
  private synchronized List<Thread> finishing() {
    List<Thread> run = finishing ? List.of() : List.copyOf(hooks);
    finishing = true;
    if (Thread.currentThread().equals(waiting)) {
      isLeft = true;
      Thread.interrupted();
    }
    return run;
  }

  @SuppressWarnings("ThreadJoinLoop") // A loop until it succeeds is what this is.
  private static void join(Thread hook) {
    while (hook.isAlive()) {
      try {
        hook.join();
      } catch (InterruptedException e) {
        // The interrupt is ignored: hooks run to their end.
      }
    }
  }

  private synchronized void reach(int code) {
    if (!isLeft && exitCode == null) {
      exitCode = code;
      waiting.interrupt();
    }
  }

  /** The same from outside; does nothing where no program runs. */
  public static void request(int code) {
    ProgramEnd end = VmContext.current().end;
    if (end != null) {
      end.reach(code);
    }
  }

  /** Sets what is called when a program ends the process, on its thread. */
  public static void onExit(Runnable action) {
    VmContext.current().exiting = action;
  }

  /** {@code System.exit} of programs. */
  public static void exit(int code) {
    ProgramEnd end = VmContext.current().end;
    if (end == null) {
      // An app's process ends: what HotSpot's own hooks would end is still there now.
      VmContext.current().exiting.run();
      System.exit(code);
      return;
    }
    end.reach(code);
    while (true) {
      LockSupport.park(end);
    }
  }

  /** {@code Runtime.addShutdownHook} of programs. */
  public static void addShutdownHook(Runtime runtime, Thread hook) {
    ProgramEnd end = VmContext.current().end;
    if (end == null) {
      runtime.addShutdownHook(hook);
    } else {
      end.add(hook);
    }
  }

  private synchronized void add(Thread hook) {
    if (finishing) {
      throw new IllegalStateException("VM already shutting down");
    }
    if (hook.getState() != Thread.State.NEW) {
      throw new IllegalArgumentException("Hook already running");
    }
    if (!hooks.add(hook)) {
      throw new IllegalArgumentException("Hook previously registered");
    }
  }

  /** {@code Runtime.removeShutdownHook} of programs. */
  public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
    ProgramEnd end = VmContext.current().end;
    return end == null ? runtime.removeShutdownHook(hook) : end.remove(hook);
  }

  private synchronized boolean remove(Thread hook) {
    if (finishing) {
      throw new IllegalStateException("VM already shutting down");
    }
    return hooks.remove(hook);
  }
}
