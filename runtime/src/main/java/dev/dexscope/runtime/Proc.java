package dev.dexscope.runtime;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** What Linux tells of processes, threads and connections. */
final class Proc {
  /** The answer where the system does not tell. */
  static final int UNKNOWN = -1;

  private Proc() {}

  /** What the process is called: on Android the package, perhaps with a suffix. */
  static String processName() {
    String line = line("/proc/self/cmdline", "", "");
    int end = line.indexOf('\0');
    return end < 0 ? line : line.substring(0, end);
  }

  /** The process's number. */
  static int pid() {
    return number("/proc/self/stat", "", "", 0);
  }

  /** The current thread's number. */
  static int threadId() {
    return number("/proc/thread-self/stat", "", "", 0);
  }

  /** As whom the process works: on Android each app is a user. */
  static int user() {
    // Uid: real, effective, saved, of the file system.
    return number("/proc/self/status", "Uid:", "", 1);
  }

  /**
   * Whose end of a TCP connection on this device it is. Apps may not read that since Android 10.
   *
   * @param port the user's end
   * @param other the other end
   */
  static int userOfConnection(int port, int other) {
    // sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid
    int user = number("/proc/self/net/tcp", loopback(port), loopback(other), 7);
    return user == UNKNOWN
        ? number("/proc/self/net/tcp6", loopback(port), loopback(other), 7)
        : user;
  }

  private static String loopback(int port) {
    return String.format("0100007F:%04X ", port);
  }

  /** A word, from 0 on, of a {@link #line}. */
  private static int number(String file, String text, String then, int word) {
    String[] words = line(file, text, then).trim().split("\\s+", -1);
    try {
      return word < words.length ? Integer.parseInt(words[word]) : UNKNOWN;
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
  }

  /** The first line that holds one text and behind it the other; empty without one. */
  private static String line(String file, String text, String then) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        int at = line.indexOf(text);
        if (at >= 0 && line.indexOf(then, at + text.length()) >= 0) {
          return line;
        }
      }
    } catch (IOException e) {
      Log.info(e.toString());
    }
    return "";
  }
}
