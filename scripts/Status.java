import java.util.concurrent.TimeUnit;

/**
 * What is going on, on the standard error stream: on a terminal a line that tells the seconds, else
 * a line for each step.
 */
final class Status {
  private final boolean isTerminal;
  private final long start = System.nanoTime();
  private String step = "";
  private int downloads;
  private boolean ended;

  Status(boolean isTerminal) {
    this.isTerminal = isTerminal;
    if (isTerminal) {
      Thread.ofPlatform().daemon().start(this::tick);
    }
  }

  synchronized void step(String next) {
    step = next;
    show();
  }

  synchronized void downloaded() {
    downloads++;
  }

  /** The line goes: what follows is the program's own. */
  synchronized void end() {
    ended = true;
    if (isTerminal) {
      System.err.print("\r\033[K");
    }
  }

  private void tick() {
    try {
      while (true) {
        TimeUnit.SECONDS.sleep(1);
        synchronized (this) {
          if (ended) {
            return;
          }
          show();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void show() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    String line = "dexscope: " + step;
    if (downloads > 0) {
      line += ", " + downloads + " files downloaded";
    }
    if (isTerminal) {
      // A line that is wider than the terminal could not be overwritten.
      System.err.print("\r\033[K" + line + ", " + seconds + " s");
    } else {
      System.err.println(line + (seconds > 0 ? ", " + seconds + " s" : ""));
    }
    System.err.flush();
  }
}
