package dev.dexscope.vm.runtime;

/**
 * The thread that a program begins on. It has a class of its own because a thread of {@link
 * Thread}'s has frames of that class below the program's first one, which no main thread has.
 */
public final class MainThread extends Thread {
  private final Runnable work;

  public MainThread(ThreadGroup group, Runnable work, long stack) {
    super(group, null, "main", stack);
    this.work = work;
  }

  @Override
  public void run() {
    work.run();
  }
}
