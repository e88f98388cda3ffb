// expect: (waits in .*ask.*network|sleeps in .*answer)
import java.io.*;
import java.net.*;

/** A planted cause: see the first line. */
public final class SlowServer {
  public static void main(String[] args) throws Exception {
    try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread answerer = new Thread(() -> answer(server), "server");
      answerer.start();
      for (int i = 0; i < 5; i++) {
        ask(server.getLocalPort());
      }
      answerer.join();
    }
  }

  static void answer(ServerSocket server) {
    try {
      for (int i = 0; i < 5; i++) {
        try (Socket one = server.accept()) {
          Thread.sleep(120);
          one.getOutputStream().write(i);
        }
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void ask(int port) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      System.out.println(socket.getInputStream().read());
    }
  }
}
