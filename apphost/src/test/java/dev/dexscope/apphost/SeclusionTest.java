package dev.dexscope.apphost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dexscope.apps.Seclusion;
import java.io.File;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * In processes, as apps are: what keeps them from the network is set when they start. Listeners of
 * this process are what must not be reached.
 */
class SeclusionTest {

  /** Tries each way to a port, and prints a line for each that succeeds. */
  public static final class Program {
    private Program() {}

    public static void main(String[] args) throws Exception {
      OfflineSocket.installBesideChannels();
      InetAddress host = InetAddress.getLoopbackAddress();
      var tcp = new InetSocketAddress(host, Integer.parseInt(args[0]));
      var udp = new InetSocketAddress(host, Integer.parseInt(args[1]));
      attempt(
          "socket",
          () -> {
            try (var socket = new Socket()) {
              socket.connect(tcp, 5_000);
              return true;
            }
          });
      attempt(
          "channel",
          () -> {
            try (var channel = SocketChannel.open(tcp)) {
              return channel.isConnected();
            }
          });
      attempt(
          "asynchronous",
          () -> {
            try (var channel = AsynchronousSocketChannel.open()) {
              channel.connect(tcp).get(5, TimeUnit.SECONDS);
              return true;
            }
          });
      attempt(
          "datagram",
          () -> {
            try (var socket = new DatagramSocket()) {
              return send(socket, udp);
            }
          });
      attempt(
          "multicast",
          () -> {
            try (var socket = new MulticastSocket()) {
              return send(socket, udp);
            }
          });
      attempt(
          "datagramChannel",
          () -> {
            try (var channel = DatagramChannel.open()) {
              return channel.send(ByteBuffer.wrap(new byte[1]), udp) == 1;
            }
          });
      attempt("name", () -> InetAddress.getAllByName("dexscope.example").length > 0);
      attempt(
          "exec",
          () -> {
            Process child =
                new ProcessBuilder("bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/" + args[0]).start();
            return child.waitFor() == 0;
          });
      attempt(
          "server",
          () -> {
            try (var server = new ServerSocket(0);
                var client = new Socket(host, server.getLocalPort());
                var accepted = server.accept()) {
              return client.isConnected() && accepted.isConnected();
            }
          });
      attempt(
          "serverChannel",
          () -> {
            try (var server = ServerSocketChannel.open().bind(null)) {
              return server.isOpen();
            }
          });
      attempt(
          "asynchronousServer",
          () -> {
            try (var server = AsynchronousServerSocketChannel.open().bind(null)) {
              return server.isOpen();
            }
          });
      System.out.println("end");
    }

    private static boolean send(DatagramSocket socket, InetSocketAddress to) throws IOException {
      socket.send(new DatagramPacket(new byte[1], 1, to));
      return true;
    }

    private static void attempt(String way, Callable<Boolean> work) {
      try {
        System.out.println(way + " " + work.call());
      } catch (Exception e) {
        System.out.println(way + " false " + e);
      }
    }
  }

  private ServerSocket listener;
  private DatagramSocket receiver;

  @BeforeEach
  void listen() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
    receiver.close();
  }

  /** The ways by which the program got through. */
  private List<String> ways(List<String> words, List<String> options) throws Exception {
    List<String> command = new ArrayList<>(words);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path") + File.pathSeparator));
    command.add(Program.class.getName());
    command.add(listener.getLocalPort() + "");
    command.add(receiver.getLocalPort() + "");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      List<String> lines = out.lines().toList();
      assertThat(lines).as("%s", lines).endsWith("end");
      return lines.stream()
          .filter(each -> each.endsWith(" true"))
          .map(each -> each.substring(0, each.indexOf(' ')))
          .toList();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Connections made before the program ended wait to be accepted. */
  private boolean isReached() throws IOException {
    listener.setSoTimeout(1);
    receiver.setSoTimeout(1);
    try (var _ = listener.accept()) {
      return true;
    } catch (SocketTimeoutException e) {
      // Nobody.
    }
    try {
      receiver.receive(new DatagramPacket(new byte[1], 1));
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  /** Else the other tests show nothing. */
  @Test
  void withoutItAllWaysAreOpen() throws Exception {
    assertThat(ways(List.of(), List.of()))
        .contains("socket", "channel", "asynchronous", "datagram", "multicast", "datagramChannel")
        .contains("server", "serverChannel", "asynchronousServer");
    assertThat(isReached()).isTrue();
  }

  @Test
  void aNamespaceHasNobodyElse() throws Exception {
    Seclusion namespace = Seclusion.ofNamespace().orElse(null);
    assumeTrue(namespace != null, "the system grants no network namespace");

    assertThat(ways(namespace.words(), namespace.options()))
        .as("a datagram is sent, to nobody")
        .doesNotContain("socket", "channel", "asynchronous", "name", "exec")
        .as("its own servers")
        .contains("server", "serverChannel", "asynchronousServer");
    assertThat(isReached()).isFalse();
  }

  @Test
  void elsewhereTheWaysOfTheJdkAreClosed() throws Exception {
    Seclusion jdk = Seclusion.ofJdk();

    List<String> open = new ArrayList<>(ways(jdk.words(), jdk.options()));
    // Which the documentation states.
    if (open.remove("exec")) {
      listener.accept().close();
    }
    assertThat(open).isEmpty();
    assertThat(isReached()).isFalse();
  }
}
