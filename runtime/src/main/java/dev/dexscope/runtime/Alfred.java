package dev.dexscope.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The servant who waits at a port of this device for commands, one on a line, and answers each with
 * a line: {@code OK ...} or {@code ERROR ...}. He serves one guest after the other, none for long.
 */
final class Alfred implements Runnable {
  /** Each process of an app needs a port: so many are tried. */
  private static final int PORTS = 16;

  private static final int LONGEST_LINE = 64;
  private static final int MOST_COMMANDS = 100;
  private static final int BACKLOG = 4;
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

  private final ServerSocket server;
  private final int firstPort;
  private final long patience;
  private @Nullable Session session;

  private Alfred(ServerSocket server, int firstPort, long patience) {
    this.server = server;
    this.firstPort = firstPort;
    this.patience = patience;
  }

  /** Takes the port or one of the next; null when none is to be had. */
  static @Nullable Alfred open(int port) {
    return open(port, TimeUnit.SECONDS.toNanos(10));
  }

  /**
   * The same with another limit.
   *
   * @param patience how many nanoseconds a guest may stay
   */
  static @Nullable Alfred open(int port, long patience) {
    int last = Math.min(port + PORTS, 1 << 16);
    for (int each = port; each < last; each++) {
      try {
        return new Alfred(bind(each), port, patience);
      } catch (IOException | RuntimeException e) {
        Log.info("port " + each + ": " + e.getMessage());
      }
    }
    Log.warn("no port from " + port + " on is free, or the app may not use the network: no Alfred");
    return null;
  }

  private static ServerSocket bind(int port) throws IOException {
    ServerSocket server = new ServerSocket();
    try {
      InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      server.bind(new InetSocketAddress(loopback, port), BACKLOG);
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  int port() {
    return server.getLocalPort();
  }

  /** How many ports before his were taken: different in each process that is running. */
  int place() {
    return port() - firstPort;
  }

  /** Begins to serve, in a thread of his own. */
  void serve(Session master) {
    session = master;
    Thread thread = new Thread(this, "Alfred");
    thread.setDaemon(true);
    thread.start();
  }

  /** Serves until he is dismissed. */
  @Override
  public void run() {
    Session master = session;
    while (master != null && !server.isClosed()) {
      welcome(master);
    }
  }

  void close() throws IOException {
    server.close();
  }

  private void welcome(Session session) {
    try (Socket guest = server.accept()) {
      long start = System.nanoTime();
      boolean more = true;
      for (int i = 0; more && i < MOST_COMMANDS; i++) {
        String line = line(guest, start);
        more = line != null && obey(line, guest, session);
      }
      // What is left unread would make the end a reset, and the last answer might be lost.
      InputStream rest = guest.getInputStream();
      rest.skip(rest.available());
    } catch (IOException e) {
      Log.info("Alfred: " + e.getMessage());
      // Perhaps the app has no file descriptor left: that does not pass at once.
      LockSupport.parkNanos(PAUSE);
    }
  }

  /** The next line; null at the end. */
  private @Nullable String line(Socket guest, long start) throws IOException {
    InputStream in = guest.getInputStream();
    StringBuilder line = new StringBuilder();
    while (line.length() < LONGEST_LINE) {
      long left = TimeUnit.NANOSECONDS.toMillis(patience - (System.nanoTime() - start));
      if (left <= 0) {
        throw new SocketTimeoutException("the guest stayed too long");
      }
      guest.setSoTimeout((int) left);
      int next = in.read();
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

  /** Answers a command; false when the guest has to go. */
  private static boolean obey(String line, Socket guest, Session session) throws IOException {
    String answer = answer(line.toUpperCase(Locale.ROOT), session);
    boolean known = answer != null;
    String text = known ? answer : "ERROR unknown; DUMP, RESET, STATUS, START, STOP or PING";
    guest.getOutputStream().write((text + "\n").getBytes(StandardCharsets.UTF_8));
    return known;
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
