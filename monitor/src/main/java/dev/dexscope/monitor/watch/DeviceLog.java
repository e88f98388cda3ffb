package dev.dexscope.monitor.watch;

import dev.dexscope.monitor.device.LogLine;
import dev.dexscope.wire.Link;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last lines of a device's log, which is read while it has subscribers.
 *
 * <pre>{@code
 * DeviceLog log = device.log();
 * try (Subscription _ = log.watch(page::raise)) {
 *   Tail.Part<LogLine> part = log.since(0, 500);
 * }
 * }</pre>
 */
public final class DeviceLog {
  private static final String COMMAND = "shell:logcat -v threadtime";
  private static final int MOST_LINES = 10_000;

  /** Of a longer line the beginning is kept; the log daemon cuts messages at 4 KB. */
  private static final int LONGEST_LINE = 1 << 13;

  private final MonitoredDevice device;
  private final MonitorSettings settings;
  private final Tail<LogLine> lines = new Tail<>(MOST_LINES, this::tell);
  private final Object lock = new Object();
  private final List<Runnable> watchers = new ArrayList<>();
  private @Nullable Thread follower;
  private String problem = "";

  DeviceLog(MonitoredDevice device, MonitorSettings settings) {
    this.device = device;
    this.settings = settings;
  }

  /**
   * Follows the log until the subscription is closed.
   *
   * @param changed called when there are more lines, or a problem; must not wait
   */
  public Subscription watch(Runnable changed) {
    synchronized (lock) {
      watchers.add(changed);
      if (follower == null) {
        follower = Thread.ofVirtual().name("log of " + device).start(this::follow);
      }
    }
    return () -> leave(changed);
  }

  private void leave(Runnable watcher) {
    synchronized (lock) {
      watchers.remove(watcher);
      if (watchers.isEmpty() && follower != null) {
        follower.interrupt();
        follower = null;
      }
    }
  }

  /** The lines from a number on; of more than {@code limit} the last. */
  public Tail.Part<LogLine> since(long number, int limit) {
    return lines.since(number, limit);
  }

  /** Why there is no log now; empty where there is no trouble. */
  public String problem() {
    synchronized (lock) {
      return problem;
    }
  }

  private void tell() {
    List<Runnable> all;
    synchronized (lock) {
      all = List.copyOf(watchers);
    }
    all.forEach(Runnable::run);
  }

  private void follow() {
    Backoff backoff = settings.backoff();
    try {
      while (isFollower()) {
        // It begins with all that the device has kept.
        lines.clear();
        String reason = followUntilItEnds();
        synchronized (lock) {
          problem = reason;
        }
        tell();
        backoff.pause();
      }
    } catch (InterruptedException e) {
      // Nobody looks.
    }
  }

  private String followUntilItEnds() {
    try (Link link = device.link().service(COMMAND)) {
      synchronized (lock) {
        problem = "";
      }
      read(link.in());
      return "the device's log has ended";
    } catch (IOException | RuntimeException e) {
      return e.getMessage() + "";
    }
  }

  private void read(InputStream plain) throws IOException {
    InputStream in = new BufferedInputStream(plain, 1 << 14);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next != '\n') {
        if (line.size() < LONGEST_LINE) {
          line.write(next);
        }
      } else if (isFollower()) {
        lines.add(LogLine.parse(line.toString(StandardCharsets.UTF_8).stripTrailing()));
        line.reset();
      } else {
        return;
      }
    }
  }

  private boolean isFollower() {
    synchronized (lock) {
      return Thread.currentThread().equals(follower);
    }
  }
}
