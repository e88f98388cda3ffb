package dev.dexscope.wire;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Links for tests. */
public final class Pipes {
  private Pipes() {}

  /** Two ends of one connection over loopback. */
  public record Ends(Link near, Link far) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      near.close();
      far.close();
    }
  }

  public static Ends connect() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Socket near = new Socket(server.getInetAddress(), server.getLocalPort());
      return new Ends(Link.of(near), Link.of(server.accept()));
    }
  }

  /** A link from which these bytes can be read. */
  public static Link of(byte[] bytes) {
    return new Link(
        "test", new ByteArrayInputStream(bytes), OutputStream.nullOutputStream(), () -> {});
  }

  /** Bytes from hexadecimal digits; what stands between apostrophes is ASCII. */
  public static byte[] bytes(String text) {
    WireWriter out = WireWriter.bigEndian();
    String[] parts = text.split("'", -1);
    for (int i = 0; i < parts.length; i++) {
      if (i % 2 == 1) {
        out.utf8(parts[i]);
        continue;
      }
      String digits = parts[i].replace(" ", "");
      for (int at = 0; at < digits.length(); at += 2) {
        out.u1(Integer.parseInt(digits.substring(at, at + 2), 16));
      }
    }
    return out.toBytes();
  }
}
