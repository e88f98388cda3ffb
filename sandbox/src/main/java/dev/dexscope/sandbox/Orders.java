package dev.dexscope.sandbox;

import dev.dexscope.apps.AppSession;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What an {@link AppSession} in another process wants done, if there is one. */
public final class Orders {
  private static @Nullable Socket socket;
  private static @Nullable BufferedReader in;

  private Orders() {}

  /** Connects, before the app may open no connections. */
  static void connect() throws IOException {
    String variable = System.getenv(AppSession.VARIABLE);
    if (variable == null) {
      return;
    }
    int space = variable.indexOf(' ');
    int port = Integer.parseInt(variable.substring(0, space));
    Socket connected = new Socket(InetAddress.getLoopbackAddress(), port);
    socket = connected;
    in =
        new BufferedReader(
            new InputStreamReader(connected.getInputStream(), StandardCharsets.UTF_8));
    answer(variable.substring(space + 1));
  }

  /** Says how the last order went; nothing where nobody gives any. */
  public static void answer(String line) throws IOException {
    if (socket != null) {
      byte[] text = (line.replaceAll("\\s+", " ") + "\n").getBytes(StandardCharsets.UTF_8);
      socket.getOutputStream().write(text);
      socket.getOutputStream().flush();
    }
  }

  /** The next one; null when there are no more. */
  public static @Nullable String next() throws IOException {
    return in == null ? null : in.readLine();
  }
}
