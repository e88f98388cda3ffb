package dev.dexscope.base.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The owners of this machine's sockets, as Linux reports them; empty elsewhere. */
public final class OpenSockets {
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final String LISTENING = "0A";

  private OpenSockets() {}

  /**
   * A socket that waits for connections.
   *
   * @param inode its number, which no other has as long as it is open
   * @param owners the processes that have it open; those of other users are not known
   */
  public record Listener(String inode, List<Long> owners) {
    public Listener {
      owners = List.copyOf(owners);
    }
  }

  /** Returns the listeners at a port, at any address. */
  public static List<Listener> listeners(int port) {
    String end = String.format(Locale.ROOT, ":%04X", port);
    return inodes(words -> words[LOCAL].endsWith(end) && words[STATE].equals(LISTENING)).stream()
        .map(inode -> new Listener(inode, owners(inode)))
        .toList();
  }

  private static List<Long> owners(String inode) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> isOpen(pid, inode))
        .toList();
  }

  /**
   * Returns whether one of some processes has a connection of this machine to itself open.
   *
   * @param port of the process's end
   * @param other of the other end
   */
  public static boolean isOf(List<Long> processes, int port, int other) {
    if (processes.isEmpty()) {
      return false;
    }
    return inodes(words -> words[LOCAL].endsWith(end(port)) && words[REMOTE].endsWith(end(other)))
        .stream()
        .anyMatch(inode -> processes.stream().anyMatch(pid -> isOpen(pid, inode)));
  }

  /** As the tables have 127.0.0.1, alone or as the end of an IPv6 address. */
  private static String end(int port) {
    return String.format(Locale.ROOT, "0100007F:%04X", port);
  }

  /** The numbers of sockets (proc(5), /proc/net/tcp). */
  private static List<String> inodes(Predicate<String[]> isMeant) {
    List<String> found = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      try (Stream<String> lines =
          Files.lines(Path.of("/proc/net", table), StandardCharsets.US_ASCII)) {
        lines
            .map(line -> line.strip().split(" +", -1))
            .filter(words -> words.length > INODE && isMeant.test(words))
            .forEach(words -> found.add(words[INODE]));
      } catch (IOException | UncheckedIOException e) {
        // As on other systems than Linux.
      }
    }
    return found;
  }

  /** Returns whether one of a process's files leads to this socket. */
  private static boolean isOpen(long pid, String inode) {
    String target = "socket:[" + inode + "]";
    try (Stream<Path> all = Files.list(Path.of("/proc", pid + "", "fd"))) {
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
