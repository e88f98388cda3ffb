package dev.dexscope.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Google's adb, with a server on a port and a home of its own. */
public final class StockAdb implements Closeable {
  private final Path home;
  private final int port;

  public StockAdb(Path home) throws IOException, InterruptedException {
    this.home = home;
    Files.createDirectories(home);
    port = freePort();
    Peer.Answer started = run("start-server");
    if (started.exit() != 0) {
      throw new IOException("adb start-server: " + started.out());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The port of its server. */
  public int port() {
    return port;
  }

  public Path home() {
    return home;
  }

  /** The key that it shows to devices. */
  public Path key() {
    return home.resolve(".android").resolve("adbkey");
  }

  public Peer.Answer run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Peer.ADB.path().toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOME", home.toString());
    builder.environment().put("ANDROID_ADB_SERVER_PORT", port + "");
    builder.environment().put("TMPDIR", home.toString());
    builder.environment().remove("ANDROID_SERIAL");
    // The server that it starts keeps its outputs open: they go to a file.
    Path out = Files.createTempFile(home, "adb", ".out");
    Process process = builder.redirectOutput(out.toFile()).start();
    process.getOutputStream().close();
    int exit = process.waitFor();
    // A file may be shown that is no text.
    return new Peer.Answer(exit, new String(Files.readAllBytes(out), StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    try {
      run("kill-server");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
