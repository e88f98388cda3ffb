package dev.dexscope.device.process;

import dev.dexscope.device.control.LocalSockets;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpHub;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * The two ends of JDWP in one process, as one VM for any number of debuggers and monitors:
 * HotSpot's own for debuggers, which stays attached, and that of the Dalvik VM for DDM.
 */
final class Debuggee implements Closeable {
  private static final int MILLIS_TO_START = 30_000;
  private static final int FIRST_ID = 0x10000000;
  private static final int FOR_DEBUGGER = 0;

  private final JdwpConnection hotSpot;
  private final Path monitorSocket;
  private final AppChunk.Hello hello;
  private final ProgramView view;
  private final JdwpHub hub;
  private final JdwpConnection users;
  private @Nullable JdwpConnection monitor;

  /**
   * @param users the end of the hub's connection that stands for the VM
   */
  private Debuggee(
      JdwpConnection hotSpot,
      Path monitorSocket,
      AppChunk.Hello hello,
      JdwpHub hub,
      JdwpConnection users) {
    this.hotSpot = hotSpot;
    this.monitorSocket = monitorSocket;
    this.hello = hello;
    view = new ProgramView(hotSpot);
    this.hub = hub;
    this.users = users;
  }

  /** Where HotSpot's own JDWP connects to, at the start of a process. */
  static ServerSocket listen() throws IOException {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    server.setSoTimeout(MILLIS_TO_START);
    return server;
  }

  /** What a Java VM is started with, so that it connects, and waits for a debugger. */
  static String option(ServerSocket server) {
    return "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,quiet=y,address=127.0.0.1:"
        + server.getLocalPort();
  }

  /**
   * Of a process that is about to connect.
   *
   * @param monitorSocket where it takes monitors, once it is let go
   * @param hello what monitors are told of it before
   * @param name of a socket that nobody uses yet
   */
  static Debuggee accept(ServerSocket server, Path monitorSocket, AppChunk.Hello hello, Path name)
      throws IOException {
    Socket socket = server.accept();
    try (ServerSocketChannel between = LocalSockets.listen(name)) {
      Link hubs = LocalSockets.connect(name);
      Link vms = LocalSockets.link(between.accept(), "debuggers");
      JdwpConnection hotSpot =
          JdwpConnection.connect(Link.of(socket), JdwpConnection.Limits.DEFAULT);
      var shaken =
          new FutureTask<>(() -> JdwpConnection.accept(vms, JdwpConnection.Limits.DEFAULT));
      Thread.ofVirtual().start(shaken);
      JdwpHub hub = JdwpHub.over(JdwpConnection.connect(hubs, JdwpConnection.Limits.DEFAULT));
      Debuggee debuggee = new Debuggee(hotSpot, monitorSocket, hello, hub, shaken.get());
      Thread.ofVirtual().name("to the debuggee").start(debuggee::readUsers);
      Thread.ofVirtual().name("of the debuggee").start(() -> debuggee.pass(hotSpot));
      return debuggee;
    } catch (ExecutionException e) {
      socket.close();
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      socket.close();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    } finally {
      Files.deleteIfExists(name);
    }
  }

  /** Serves a debugger or a monitor until it leaves. */
  void serve(Link user) throws IOException {
    hub.serve(JdwpConnection.accept(user, JdwpConnection.Limits.DEFAULT));
  }

  private void readUsers() {
    try {
      JdwpPacket packet;
      while ((packet = users.read()) != null) {
        if (packet instanceof JdwpPacket.Command command && command.set() == JdwpCommand.DDM_SET) {
          toMonitorEnd(command);
        } else if (packet instanceof JdwpPacket.Command command && ProgramView.answers(command)) {
          // It asks in its turn, and the users go on meanwhile.
          Thread.ofVirtual().start(() -> answer(command));
        } else if (packet instanceof JdwpPacket.Command command) {
          hotSpot.write(ProgramView.adapted(command));
        }
      }
    } catch (IOException | RuntimeException e) {
      // One of them has ended, and so do the others.
    }
    end();
  }

  private void answer(JdwpPacket.Command command) {
    try {
      users.write(view.answer(command));
    } catch (IOException | RuntimeException e) {
      end();
    }
  }

  /** While the process waits for its debugger, nobody in it answers DDM. */
  private void toMonitorEnd(JdwpPacket.Command command) throws IOException {
    JdwpConnection known = monitor;
    if (known == null && Files.exists(monitorSocket)) {
      JdwpConnection opened =
          JdwpConnection.connect(
              LocalSockets.connect(monitorSocket), JdwpConnection.Limits.DEFAULT);
      Thread.ofVirtual().name("of the monitored").start(() -> pass(opened));
      monitor = opened;
      known = opened;
    }
    if (known == null) {
      users.write(new JdwpPacket.Reply(command.id(), 0, answerOfWaiting(command)));
    } else {
      known.write(command);
    }
  }

  /** The device answers for it who it is, and that it waits. */
  private byte[] answerOfWaiting(JdwpPacket.Command command) throws IOException {
    for (RawChunk each : RawChunk.readAll("DDM", command.data())) {
      if (ChunkCodec.decode(Meaning.REQUEST, each) instanceof AppChunk.Greeting) {
        users.write(
            new JdwpPacket.Command(
                FIRST_ID,
                JdwpCommand.DDM_SET,
                JdwpCommand.DDM_COMMAND,
                new AppChunk.Waiting(FOR_DEBUGGER).toRaw().toPacket()));
        return hello.toRaw().toPacket();
      }
    }
    return new byte[0];
  }

  private void pass(JdwpConnection from) {
    try {
      JdwpPacket packet;
      while ((packet = from.read()) != null) {
        if (!view.take(packet)) {
          users.write(packet);
        }
      }
    } catch (IOException | RuntimeException e) {
      // It has ended.
    }
    end();
  }

  private void end() {
    try {
      close();
    } catch (IOException e) {
      // It has ended.
    }
  }

  @Override
  public void close() throws IOException {
    users.close();
    hub.close();
    hotSpot.close();
    JdwpConnection opened = monitor;
    if (opened != null) {
      opened.close();
    }
  }
}
