package dev.dexscope.natives;

import java.util.Map;

/**
 * The system that native code finds.
 *
 * @param level the API level
 * @param properties the system's properties
 * @param network whether connections are permitted
 * @param log receives the log
 */
public record NativeSettings(
    int level, Map<String, String> properties, Network network, LogReceiver log) {
  /** Whether connections to other machines are permitted. */
  public enum Network {
    OFF,
    ON
  }

  /** Receives what native code logs. */
  @FunctionalInterface
  public interface LogReceiver {
    /**
     * Receives a message, on the thread that logs it.
     *
     * @param priority as in {@code android.util.Log}
     */
    void log(int priority, String tag, String text);
  }
}
