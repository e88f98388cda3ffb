package dev.dexscope.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A server that accepts commands at doors of this device, one on a line, and answers each with a
 * line: {@code OK ...} or {@code ERROR ...}. Each door serves one guest after the other, for a
 * limited time, and only permitted ones.
 */
final class Alfred {
  private static final int ROOT = 0;

  /** The user of adb on the device. */
  private static final int SHELL = 2000;

  private static final int LONGEST_LINE = 64;
  private static final int MOST_COMMANDS = 100;
  private static final long PAUSE = 50 * Clock.MILLISECOND;

  private final List<Door> doors;
  private final long patience;

  /**
   * At these doors.
   *
   * @param patience how many nanoseconds a guest may stay
   */
  Alfred(List<Door> doors, long patience) {
    this.doors = doors;
    this.patience = patience;
  }

  /** Opens the doors that the settings name and that are free. */
  static Alfred open(TauConf conf) {
    List<Door> doors = new ArrayList<Door>();
    add(doors, conf.alfredPort == 0 ? null : PortDoor.find(conf.alfredPort));
    if (conf.alfredSocket) {
      add(doors, SocketDoor.find("alfred." + Android.packageName()));
    }
    return new Alfred(doors, 10 * Clock.SECOND);
  }

  private static void add(List<Door> doors, @Nullable Door door) {
    if (door != null) {
      doors.add(door);
    }
  }

  /** A number that is different in each process of an app that is running. */
  int place() {
    return doors.isEmpty() ? 0 : doors.get(0).place();
  }

  /** Begins to serve, in threads of his own. */
  void serve(final Session session) {
    for (final Door door : doors) {
      Profiler.startDaemon(
          "Alfred",
          new Runnable() {
            @Override
            public void run() {
              while (!door.isClosed()) {
                welcome(door, session);
              }
            }
          });
      Log.info("Alfred waits at " + door);
    }
  }

  private void welcome(Door door, Session session) {
    try (Guest guest = door.open()) {
      long start = System.nanoTime();
      boolean more = true;
      for (int i = 0; more && i < MOST_COMMANDS; i++) {
        // Reads the command of a refused guest too: an answer sent before it is read may be lost.
        String line = line(door, guest, start);
        more = line != null && (i > 0 || mayCommand(guest)) && obey(line, guest, session);
      }
      // What is left unread would make the end a reset, and the last answer might be lost.
      guest.in.skip(guest.in.available());
    } catch (IOException | RuntimeException e) {
      // An uncaught exception ends an app, whatever its thread.
      Log.info("Alfred: " + e.getMessage());
      // Perhaps the app has no file descriptor left: that does not pass at once.
      LockSupport.parkNanos(PAUSE);
    }
  }

  /** Permits the app itself, adb, root, and guests that the system does not identify. */
  private static boolean mayCommand(Guest guest) throws IOException {
    int user = guest.user;
    boolean may = user == Proc.UNKNOWN || user == ROOT || user == SHELL || user == Proc.user();
    if (!may) {
      Log.warn("user " + user + " may not command");
      say("ERROR you may not", guest);
    }
    return may;
  }

  /** The next line; null at the end. */
  private @Nullable String line(Door door, Guest guest, long start) throws IOException {
    StringBuilder line = new StringBuilder();
    while (line.length() < LONGEST_LINE) {
      long left = (patience - (System.nanoTime() - start)) / Clock.MILLISECOND;
      if (left <= 0) {
        throw new IOException("stayed too long");
      }
      door.limit(guest, (int) left);
      int next = guest.in.read();
      if (next < 0 && line.length() == 0) {
        return null;
      }
      if (next < 0 || next == '\n') {
        return line.toString().trim();
      }
      line.append((char) next);
    }
    return line.toString();
  }

  /** Answers a command; returns false if it is unknown, which ends the connection. */
  private static boolean obey(String line, Guest guest, Session session) throws IOException {
    String answer = answer(line.toUpperCase(Locale.ROOT), session);
    say(answer == null ? "ERROR unknown; DUMP, RESET, STATUS, START, STOP or PING" : answer, guest);
    return answer != null;
  }

  private static void say(String line, Guest guest) throws IOException {
    guest.out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable String answer(String command, Session session) {
    if (command.equals("DUMP")) {
      try {
        return "OK " + session.dump();
      } catch (IOException | RuntimeException e) {
        return "ERROR " + e.getMessage();
      }
    }
    if (command.equals("STATUS")) {
      return "OK " + session.status();
    }
    if (command.equals("START")) {
      session.start();
    } else if (command.equals("STOP")) {
      session.stop();
    } else if (command.equals("RESET")) {
      session.reset();
    } else if (!command.equals("PING")) {
      return null;
    }
    return "OK";
  }
}
