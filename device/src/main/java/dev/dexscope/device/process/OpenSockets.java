package dev.dexscope.device.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Whose a connection of this machine to itself is, as Linux tells it; elsewhere nobody's. */
final class OpenSockets {
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int INODE = 9;

  private OpenSockets() {}

  /**
   * Whether a process has it open.
   *
   * @param port of the process's end
   * @param other of the other end
   */
  static boolean has(long pid, int port, int other) throws IOException {
    Path process = Path.of("/proc", pid + "");
    for (String table : new String[] {"net/tcp", "net/tcp6"}) {
      String inode = inode(process.resolve(table), end(port), end(other));
      if (!inode.isEmpty() && isOpen(process.resolve("fd"), "socket:[" + inode + "]")) {
        return true;
      }
    }
    return false;
  }

  /** As the tables have 127.0.0.1, alone or as the end of an IPv6 address. */
  private static String end(int port) {
    return String.format(Locale.ROOT, "0100007F:%04X", port);
  }

  /** The number of a socket (proc(5), /proc/net/tcp); empty where there is none. */
  private static String inode(Path table, String local, String remote) throws IOException {
    if (!Files.isReadable(table)) {
      return "";
    }
    for (String line : Files.readAllLines(table, StandardCharsets.US_ASCII)) {
      String[] words = line.strip().split(" +", -1);
      if (words.length > INODE && words[LOCAL].endsWith(local) && words[REMOTE].endsWith(remote)) {
        return words[INODE];
      }
    }
    return "";
  }

  /** Whether one of a process's files leads to this. */
  private static boolean isOpen(Path files, String target) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(files)) {
      for (Path each : all) {
        if (Files.isSymbolicLink(each) && Files.readSymbolicLink(each).toString().equals(target)) {
          return true;
        }
      }
    } catch (IOException e) {
      // It has ended, or has just closed what was looked at.
    }
    return false;
  }
}
