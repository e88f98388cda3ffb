package dev.dexscope.device.script;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The shells of one connection, which end together. Their number is limited: a script that starts
 * more than that is ended as a whole.
 */
public final class Session {
  private static final int MOST_SHELLS = 64;
  private static final int STEPS = 64;

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private volatile boolean isEnded;

  /** Ends all of its shells. */
  public void end() {
    isEnded = true;
    threads.forEach(Thread::interrupt);
  }

  /** Runs a shell at the same time. */
  Thread start(Runnable shell, Descriptors streams) {
    if (threads.size() >= MOST_SHELLS) {
      if (!isEnded) {
        streams
            .err()
            .println("sh: can't fork: more than " + MOST_SHELLS + " shells; all are ended");
        streams.err().flush();
      }
      end();
      throw new Jump.Exit(Interpreter.INTERRUPTED);
    }
    // Not a virtual thread: one that is interrupted while it writes closes the socket of all.
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("shell")
            .unstarted(() -> {
              try {
                shell.run();
              } finally {
                threads.remove(Thread.currentThread());
              }
            });
    threads.add(thread);
    thread.start();
    return thread;
  }

  /** Lets others run now and then; ends the shell if it was interrupted. */
  @SuppressWarnings("ThreadPriorityCheck") // without it, an endless loop would keep its core
  void step(int number) {
    if (number % STEPS == 0) {
      Thread.yield();
    }
    if (isEnded || Thread.currentThread().isInterrupted()) {
      throw new Jump.Exit(Interpreter.INTERRUPTED);
    }
  }

  /** Waits for a shell that runs at the same time. */
  void await(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      thread.interrupt();
      throw new Jump.Exit(Interpreter.INTERRUPTED);
    }
  }

  /** Waits for all that run in the background, as a connection stays open for them. */
  public void awaitAll() {
    for (Thread each : threads) {
      await(each);
    }
  }
}
