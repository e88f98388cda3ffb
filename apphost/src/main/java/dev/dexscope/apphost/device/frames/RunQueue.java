package dev.dexscope.apphost.device.frames;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How long a thread has waited for a turn on the machine, which Linux counts ({@code
 * /proc/PID/task/TID/schedstat}): on a busy machine that is most of its time.
 */
final class RunQueue {
  private final @Nullable Path counts;

  private RunQueue(@Nullable Path counts) {
    this.counts = counts;
  }

  /** Returns that of the current thread. */
  static RunQueue ofCurrentThread() {
    try {
      Path own = Path.of("/proc/thread-self");
      return new RunQueue(
          Files.exists(own)
              ? Path.of("/proc").resolve(Files.readSymbolicLink(own)).resolve("schedstat")
              : null);
    } catch (IOException e) {
      return new RunQueue(null);
    }
  }

  /** Returns the time until now, in nanoseconds; zero where it is not known. */
  long nanos() {
    if (counts == null) {
      return 0;
    }
    try {
      // The time on a processor, the time of waiting for one, and how often.
      return Long.parseLong(Files.readString(counts).split(" ", -1)[1]);
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return 0;
    }
  }
}
