package dev.dexscope.cli.terminal;

import dev.dexscope.base.process.ShutdownHook;
import java.util.concurrent.CountDownLatch;

/**
 * Ctrl-C and SIGTERM while a program is profiled: they end the program, and the process waits until
 * what was measured is shown, which is when this is closed.
 */
public final class EarlyEnd implements AutoCloseable {
  private final Terminal terminal;
  private final Runnable end;
  private final CountDownLatch shown = new CountDownLatch(1);
  private final ShutdownHook hook;
  private volatile boolean isAskedFor;

  /**
   * @param end ends the measured program
   */
  public EarlyEnd(Terminal terminal, Runnable end) {
    this.terminal = terminal;
    this.end = end;
    this.hook = ShutdownHook.add("early end", this::end);
  }

  /** Returns whether the process is about to end. */
  public boolean isAskedFor() {
    return isAskedFor;
  }

  private void end() {
    isAskedFor = true;
    end.run();
    try {
      shown.await();
    } catch (InterruptedException e) {
      // Nobody waits any more.
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    terminal.out().flush();
    terminal.err().flush();
    shown.countDown();
    hook.close();
  }
}
