package dev.dexscope.observe.logcat;

import java.time.Instant;

/**
 * One message of the log.
 *
 * @param buffer which of the log's buffers: 0 main, 1 radio, 2 events, 3 system, 4 crash
 * @param priority 2 verbose to 7 assert
 */
public record LogEntry(
    Instant time, int buffer, int priority, long pid, long tid, String tag, String message) {
  private static final String LETTERS = "??VDIWEF";

  /** Returns the message in logcat's brief format: every line after priority, tag and process. */
  public String brief() {
    String head = String.format("%c/%-8s(%5d): ", letter(), tag, pid);
    var text = new StringBuilder();
    for (String line : message.split("\n", -1)) {
      text.append(head).append(line).append('\n');
    }
    // A line feed at the message's end does not begin a line.
    return message.endsWith("\n")
        ? text.substring(0, text.length() - head.length() - 1)
        : text.toString();
  }

  /** V, D, I, W, E or F. */
  public char letter() {
    return priority >= 0 && priority < LETTERS.length() ? LETTERS.charAt(priority) : '?';
  }
}
