package dev.dexscope.runtime;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.util.Locale;

/** Linux's users, as {@code /proc} tells them: on Android each app is one. */
final class Users {
  private static final int ROOT = 0;

  /** As whom adb works on the device. */
  private static final int SHELL = 2000;

  private Users() {}

  /**
   * Whether a user may give orders: the app itself, adb, root; and whom the system does not tell.
   */
  static boolean mayCommand(int uid) {
    return uid == Guest.UNKNOWN || uid == ROOT || uid == SHELL || uid == own();
  }

  private static int own() {
    // Uid: real, effective, saved, of the file system.
    String[] uids = line("/proc/self/status", "Uid:", "").trim().split("\\s+", -1);
    return number(uids, 1);
  }

  /**
   * Whose end of a TCP connection on this device it is. Apps may not read that since Android 10.
   *
   * @param port the user's end
   * @param other the other end
   */
  static int ofConnection(int port, int other) {
    // sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid
    String ends = String.format(Locale.ROOT, "0100007F:%04X ", port);
    String at = String.format(Locale.ROOT, "0100007F:%04X ", other);
    String line = line("/proc/self/net/tcp", ends, at);
    if (line.length() == 0) {
      line = line("/proc/self/net/tcp6", ends, at);
    }
    return number(line.trim().split("\\s+", -1), 7);
  }

  /** The first line that holds one text and behind it the other; empty without one. */
  private static String line(String file, String text, String then) {
    try (BufferedReader lines = new BufferedReader(new FileReader(file))) {
      for (String line; (line = lines.readLine()) != null; ) {
        int at = line.indexOf(text);
        if (at >= 0 && line.indexOf(then, at + text.length()) >= 0) {
          return line;
        }
      }
    } catch (IOException e) {
      Log.info(file + ": " + e.getMessage());
    }
    return "";
  }

  private static int number(String[] words, int at) {
    try {
      return at < words.length ? Integer.parseInt(words[at]) : Guest.UNKNOWN;
    } catch (NumberFormatException e) {
      return Guest.UNKNOWN;
    }
  }
}
