package dev.dexscope.device.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Whose a connection of this machine to itself is, as Linux tells it; elsewhere nobody's. */
final class OpenSockets {
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int INODE = 9;

  private OpenSockets() {}

  /**
   * Whether one of some processes has it open.
   *
   * @param port of the process's end
   * @param other of the other end
   */
  static boolean isOf(List<VmProcess> processes, int port, int other) {
    if (processes.isEmpty()) {
      return false;
    }
    String inode = inode(Path.of("/proc/net/tcp"), end(port), end(other));
    if (inode.isEmpty()) {
      inode = inode(Path.of("/proc/net/tcp6"), end(port), end(other));
    }
    String target = "socket:[" + inode + "]";
    return !inode.isEmpty()
        && processes.stream()
            .anyMatch(each -> isOpen(Path.of("/proc", each.pid() + "", "fd"), target));
  }

  /** As the tables have 127.0.0.1, alone or as the end of an IPv6 address. */
  private static String end(int port) {
    return String.format(Locale.ROOT, "0100007F:%04X", port);
  }

  /** The number of a socket (proc(5), /proc/net/tcp); empty where there is none. */
  private static String inode(Path table, String local, String remote) {
    try (Stream<String> lines = Files.lines(table, StandardCharsets.US_ASCII)) {
      return lines
          .filter(line -> line.contains(local))
          .map(line -> line.strip().split(" +", -1))
          .filter(words -> words.length > INODE)
          .filter(words -> words[LOCAL].endsWith(local) && words[REMOTE].endsWith(remote))
          .map(words -> words[INODE])
          .findFirst()
          .orElse("");
    } catch (IOException | UncheckedIOException e) {
      return ""; // As on other systems than Linux.
    }
  }

  /** Whether one of a process's files leads to this. */
  private static boolean isOpen(Path files, String target) {
    try (Stream<Path> all = Files.list(files)) {
      return all.anyMatch(each -> leadsTo(each, target));
    } catch (IOException | UncheckedIOException e) {
      return false; // It has ended.
    }
  }

  private static boolean leadsTo(Path file, String target) {
    try {
      return Files.readSymbolicLink(file).toString().equals(target);
    } catch (IOException e) {
      return false; // It has just closed this one.
    }
  }
}
