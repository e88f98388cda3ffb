package dev.dexscope.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A program that connects, or sends PING to Alfred at a port or a socket; run as another user. */
final class Stranger {
  private Stranger() {}

  public static void main(String[] args) throws IOException {
    if (args[0].equals("hello")) {
      System.out.println("hello");
    } else if (args[0].equals("port")) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1]))) {
        ask(socket.getOutputStream(), socket.getInputStream());
      }
    } else {
      try (var socket = UnixSocket.connect(args[1])) {
        ask(socket.output(), socket.input());
      }
    }
  }

  private static void ask(OutputStream out, InputStream in) throws IOException {
    out.write("PING\n".getBytes(StandardCharsets.UTF_8));
    System.out.println(
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine());
  }
}
