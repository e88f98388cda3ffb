package dev.dexscope.base.process;

/**
 * Runs work when the process is ended from outside, as long as the hook is open.
 *
 * <pre>{@code
 * try (var _ = ShutdownHook.add("end of the program", process::destroy)) {
 *   exitCode = process.waitFor();
 * }
 * }</pre>
 */
public final class ShutdownHook implements AutoCloseable {
  private final Thread thread;

  private ShutdownHook(Thread thread) {
    this.thread = thread;
  }

  /** Registers a hook. */
  public static ShutdownHook add(String name, Runnable action) {
    var thread = new Thread(action, name);
    Runtime.getRuntime().addShutdownHook(thread);
    return new ShutdownHook(thread);
  }

  /** Returns the thread that does the work. */
  public Thread thread() {
    return thread;
  }

  /** Removes the hook, unless the process ends already. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      // It runs.
    }
  }
}
