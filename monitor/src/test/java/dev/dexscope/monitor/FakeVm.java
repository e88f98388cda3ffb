package dev.dexscope.monitor;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.jdwp.Fields;
import dev.dexscope.wire.jdwp.IdSizes;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A VM at a port of this machine whose answers a test determines. */
public final class FakeVm implements Closeable {
  /** The reaction to each packet. */
  @FunctionalInterface
  public interface Behaviour {
    void on(JdwpConnection monitor, JdwpPacket.Command packet) throws IOException;
  }

  private static final JdwpCommand VERSION = JdwpCommand.named("VirtualMachine.Version");

  private final ServerSocket server;
  private final Behaviour behaviour;
  private final AtomicInteger connections = new AtomicInteger();

  public FakeVm(Behaviour behaviour) throws IOException {
    this.behaviour = behaviour;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::acceptAll);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** A connection with it, of one who knows what it is. */
  public Link link() throws IOException {
    return linkTo(port());
  }

  public static Link linkTo(int port) throws IOException {
    return Link.of(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** Returns how many have come. */
  public int connections() {
    return connections.get();
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        connections.incrementAndGet();
        Thread.ofVirtual()
            .start(() -> {
              try {
                serve(Link.of(socket), behaviour);
              } catch (IOException e) {
                // The monitor has left.
              }
            });
      } catch (IOException e) {
        // The test has ended.
      }
    }
  }

  /** Serves a link as a VM until the other end disconnects. */
  public static void serve(Link link, Behaviour behaviour) throws IOException {
    try (JdwpConnection monitor = JdwpConnection.accept(link, JdwpConnection.Limits.DEFAULT)) {
      JdwpPacket packet;
      while ((packet = monitor.read()) != null) {
        if (packet instanceof JdwpPacket.Command command) {
          behaviour.on(monitor, command);
        }
      }
    }
  }

  /** Returns a VM with Android's version. */
  public static Behaviour android(Behaviour others) {
    return withVersion(1, "Dalvik", others);
  }

  /** Returns a VM with a given version. */
  public static Behaviour withVersion(int jdwpMajor, String vmName, Behaviour others) {
    return (monitor, packet) -> {
      if (packet.set() == VERSION.set() && packet.command() == VERSION.command()) {
        Fields version =
            Fields.NONE
                .with("description", vmName)
                .with("jdwpMajor", jdwpMajor)
                .with("jdwpMinor", 6)
                .with("vmVersion", "1.6.0")
                .with("vmName", vmName);
        byte[] data = VERSION.reply().write(version, IdSizes.EIGHT);
        monitor.write(new JdwpPacket.Reply(packet.id(), 0, data));
      } else {
        others.on(monitor, packet);
      }
    };
  }

  public static Chunk request(JdwpPacket.Command packet) {
    return ChunkCodec.decode(
        Meaning.REQUEST, RawChunk.readAll("request", packet.data()).getFirst());
  }

  public static void reply(JdwpConnection monitor, JdwpPacket.Command to, Chunk answer)
      throws IOException {
    monitor.write(new JdwpPacket.Reply(to.id(), 0, answer.toRaw().toPacket()));
  }

  public static void tell(JdwpConnection monitor, Chunk event) throws IOException {
    monitor.write(
        new JdwpPacket.Command(
            0x10000000, JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, event.toRaw().toPacket()));
  }

  /** Returns a VM that has a name, and sends empty answers to other requests. */
  public static Behaviour named(String name) {
    return (monitor, packet) -> {
      switch (request(packet)) {
        case AppChunk.Greeting _ ->
            reply(monitor, packet, AppChunk.Hello.first(7, "Dalvik v1.0.1", name));
        case CommonChunk.Bare bare when bare.type() == ChunkType.of("FEAT") ->
            reply(monitor, packet, new AppChunk.Features(List.of("hprof-heap-dump-streaming")));
        default -> monitor.write(new JdwpPacket.Reply(packet.id(), 0, new byte[0]));
      }
    };
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
