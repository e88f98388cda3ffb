package dev.dexscope.cli.programs;

import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.profile.ProfileRun;
import java.util.concurrent.CountDownLatch;

/**
 * Ctrl-C and SIGTERM while a program is profiled: they end the program, and the process waits until
 * what was measured is shown, which is when this is closed.
 */
final class EarlyEnd implements AutoCloseable {
  /** As a shell says it of a program that SIGINT has ended. */
  private static final int EXIT_CODE = 130;

  private final Terminal terminal;
  private final CountDownLatch shown = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "early end");
  private volatile boolean isAskedFor;

  EarlyEnd(Terminal terminal) {
    this.terminal = terminal;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether the process is about to end. */
  boolean isAskedFor() {
    return isAskedFor;
  }

  private void end() {
    isAskedFor = true;
    ProfileRun.end(EXIT_CODE);
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
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs.
    }
  }
}
