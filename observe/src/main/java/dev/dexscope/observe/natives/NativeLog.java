package dev.dexscope.observe.natives;

import dev.dexscope.libcore.SystemLog;
import dev.dexscope.observe.logcat.LogEntry;
import dev.dexscope.observe.logcat.Logcat;
import java.time.Instant;

/** The VM's own log. */
final class NativeLog implements SystemLog {
  private static final int MAIN_BUFFER = 0;

  @Override
  public void add(int priority, String tag, String message) {
    Logcat.log()
        .add(
            new LogEntry(
                Instant.now(),
                MAIN_BUFFER,
                priority,
                ProcessHandle.current().pid(),
                Thread.currentThread().threadId(),
                tag,
                message));
  }

  @Override
  public void flush() {
    Logcat.log().flush();
  }
}
