package dev.dexscope.probe;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Linux' information about processes, threads and connections. */
final class Proc {
  /** The result if the system does not report it. */
  static final int UNKNOWN = -1;

  /** The owner of a closed connection, for which Linux reports root. */
  static final int NOBODY = -2;

  private static final int BYTE = 0xff;

  private static final String TCP = "/proc/self/net/tcp";

  private Proc() {}

  /**
   * Returns the name of the process: on Android the package, perhaps with a suffix. A virtual
   * device, whose processes are those of a Java VM, sets a property instead.
   */
  static String processName() {
    String told = System.getProperty("dexscope.process", "");
    if (!told.isEmpty()) {
      return told;
    }
    String line = line("/proc/self/cmdline", "");
    int end = line.indexOf('\0');
    return end < 0 ? line : line.substring(0, end);
  }

  /** The process's number. */
  static int pid() {
    return number("/proc/self/stat", "", 0);
  }

  /** The current thread's number. */
  static int threadId() {
    return number("/proc/thread-self/stat", "", 0);
  }

  /**
   * Returns a thread of this process, distinguished by its start time (proc(5), starttime in stat)
   * from later threads with the same number. Null if no thread has the number.
   */
  static @Nullable String task(int sid) {
    String file = "/proc/self/task/" + sid + "/stat";
    // The second word is the name in parentheses, whatever it holds; the 22nd is the time.
    String line = new File(file).exists() ? line(file, "") : "";
    String[] words = line.substring(line.lastIndexOf(')') + 1).split(" ", -1);
    return words.length > 20 ? sid + " " + words[20] : null;
  }

  /** Returns the user of the process: on Android each app is a user. */
  static int user() {
    // Uid: real, effective, saved, of the file system.
    return number("/proc/self/status", "Uid:", 1);
  }

  /**
   * Returns the user that owns one end of a TCP connection on this device. An end that its process
   * has closed has no inode: Linux reports uid 0 for it (proc(5), /proc/net/tcp) or no line at all,
   * which proves nothing. Apps may not read the table since Android 10.
   *
   * @param guest the other end, an IPv4 address and port
   * @return the user, {@link #NOBODY}, or {@link #UNKNOWN} only if the table may not be read
   */
  static int userOfConnection(Socket guest) {
    String ends =
        String.format(
            "%s:%04X %%s%s:%04X ",
            hex(guest.getInetAddress()),
            guest.getPort(),
            hex(guest.getLocalAddress()),
            guest.getLocalPort());
    // sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode
    for (String table : new String[] {TCP, TCP + "6"}) {
      String mapped = table.equals(TCP) ? "" : "0000000000000000FFFF0000";
      String[] words = words(table, " " + mapped + String.format(ends, mapped));
      if (words.length > 9) {
        int user = number(words[7]);
        return words[9].equals("0") || user == UNKNOWN ? NOBODY : user;
      }
    }
    return new File(TCP).canRead() ? NOBODY : UNKNOWN;
  }

  /** An address as the table has it: its last byte first. */
  private static String hex(InetAddress address) {
    byte[] bytes = address.getAddress();
    return String.format(
        "%02X%02X%02X%02X", bytes[3] & BYTE, bytes[2] & BYTE, bytes[1] & BYTE, bytes[0] & BYTE);
  }

  /** A word, from 0 on, of a {@link #line}. */
  private static int number(String file, String text, int word) {
    String[] words = words(file, text);
    return word < words.length ? number(words[word]) : UNKNOWN;
  }

  private static int number(String word) {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
  }

  private static String[] words(String file, String text) {
    return line(file, text).trim().split("\\s+", -1);
  }

  /** The first line that holds a text; empty without one. */
  private static String line(String file, String text) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        if (line.contains(text)) {
          return line;
        }
      }
    } catch (IOException e) {
      Log.info(e.toString());
    }
    return "";
  }
}
