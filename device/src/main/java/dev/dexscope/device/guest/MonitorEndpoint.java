package dev.dexscope.device.guest;

import dev.dexscope.device.control.DroppedPeers;
import dev.dexscope.device.control.LocalSockets;
import dev.dexscope.observe.ddm.DdmConnection;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Visitors;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpError;
import dev.dexscope.wire.jdwp.JdwpHub;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.harmony.dalvik.ddmc.DdmServer;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint of monitors and debuggers, which may share one connection. The VM's events are sent
 * to the monitors that have requested them; the program's, to all that have sent DDM chunks.
 */
final class MonitorEndpoint {
  /** Dalvik's own packets begin here. */
  private static final int FIRST_ID = 0x10000000;

  private static final int FOR_DEBUGGER = 0;
  private static final int MOST_CONNECTIONS = 64;

  /** Packets to a VM are short; the longest are classes that a debugger redefines. */
  private static final int MOST_BYTES = 1 << 22;

  /** An empty chunk requests a list of all threads. */
  private static final int MOST_CHUNKS = 256;

  private static final JdwpConnection.Limits LIMITS =
      JdwpConnection.Limits.DEFAULT.withPacket(MOST_BYTES);

  private final ServerSocketChannel server;
  private final AppIdentity identity;
  private final DebuggerEnd debuggers;
  private final DdmHandlers.Shared shared;
  private final AtomicInteger lastId = new AtomicInteger(FIRST_ID);
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger lastConnection = new AtomicInteger();
  private final DroppedPeers dropped;
  private final Map<MonitorEnd, DdmHandlers> monitors = new ConcurrentHashMap<>();

  MonitorEndpoint(
      ServerSocketChannel server,
      AppIdentity identity,
      DebuggerEnd debuggers,
      DroppedPeers dropped) {
    this.server = server;
    this.identity = identity;
    this.debuggers = debuggers;
    this.dropped = dropped;
    shared =
        new DdmHandlers.Shared(
            identity, new AllocationUsers(), new WireTrace(this::send), this::collected);
  }

  /** Serves connections, on threads of its own. */
  void start() {
    Thread.ofPlatform().daemon().name("dexscope jdwp").start(this::acceptAll);
  }

  private void acceptAll() {
    try {
      Visitors.takeAll(
          server::isOpen,
          server::accept,
          each -> Thread.ofPlatform().daemon().name("dexscope ddm").start(() -> accept(each)));
    } catch (InterruptedException e) {
      // Nobody interrupts it but the process's end.
    }
  }

  private void accept(SocketChannel channel) {
    String peer = "monitor or debugger " + lastConnection.incrementAndGet();
    try (Link link = LocalSockets.steadyLink(channel, peer)) {
      if (connections.incrementAndGet() > MOST_CONNECTIONS) {
        dropped.ended(peer + ": " + MOST_CONNECTIONS + " are connected");
      } else {
        serve(JdwpConnection.accept(link, LIMITS));
      }
    } catch (IOException | WireFormatException e) {
      // This one alone is dropped.
      dropped.ended(e);
    } finally {
      connections.decrementAndGet();
    }
  }

  private void serve(JdwpConnection user) throws IOException {
    JdwpHub.Place debugger = null;
    MonitorEnd monitor = null;
    try {
      JdwpPacket packet;
      while ((packet = user.read()) != null) {
        if (packet instanceof JdwpPacket.Command command) {
          if (isOfDdm(command)) {
            // A connection that is only a debugger's needs none of its threads.
            monitor =
                monitor == null ? MonitorEnd.over(user, this::answer, dropped::ended) : monitor;
            monitor.ask(command);
          } else if (isOfJdwp(command)) {
            debugger = debug(user, debugger, command);
          } else {
            refuse(user, command);
          }
        }
      }
    } finally {
      if (debugger != null) {
        debuggers.leave(debugger);
      }
      if (monitor != null) {
        leave(monitor);
      }
    }
  }

  private static boolean isOfDdm(JdwpPacket.Command command) {
    return command.set() == JdwpCommand.DDM_SET && command.command() == JdwpCommand.DDM_COMMAND;
  }

  /**
   * Returns whether debuggers may send it. HotSpot's JDWP takes the numbers of sets and commands
   * for signed ones, and finds those from 128 on, and 0, before the begin of its tables.
   */
  private static boolean isOfJdwp(JdwpPacket.Command command) {
    return command.set() != JdwpCommand.EVENT_SET
        && JdwpCommand.of(command.set(), command.command()).isPresent();
  }

  private static void refuse(JdwpConnection user, JdwpPacket.Command command) throws IOException {
    user.write(new JdwpPacket.Reply(command.id(), JdwpError.NOT_IMPLEMENTED, new byte[0]));
  }

  private void answer(JdwpPacket.Command command, MonitorEnd monitor) throws IOException {
    DdmHandlers handlers = join(monitor);
    byte[] answer = answer(command, handlers);
    if (monitor.isClosed()) {
      // It has disconnected meanwhile: nothing reads the answers.
      handlers.stopTelling();
    }
    monitor.send(new JdwpPacket.Reply(command.id(), 0, answer));
    boolean isAwaited = debuggers.isAwaited() || DdmConnection.isDebuggerAwaited();
    if (isAwaited && isGreeting(command)) {
      monitor.send(packet(new AppChunk.Waiting(FOR_DEBUGGER).toRaw()));
    }
  }

  private static boolean isGreeting(JdwpPacket.Command command) {
    try {
      return RawChunk.readAll("DDM", command.data()).stream()
          .anyMatch(each -> each.type() == ChunkType.of("HELO"));
    } catch (WireFormatException e) {
      return false;
    }
  }

  /** Passes on the debugger's place; null after it has disconnected. */
  private JdwpHub.@Nullable Place debug(
      JdwpConnection user, JdwpHub.@Nullable Place place, JdwpPacket.Command command)
      throws IOException {
    JdwpHub.Place joined = place;
    if (joined == null) {
      try {
        joined = debuggers.join(user);
      } catch (IOException e) {
        refuse(user, command);
        return null;
      }
    }
    DdmConnection.debuggerActivity();
    if (joined.send(command)) {
      return joined;
    }
    debuggers.leave(joined);
    return null;
  }

  /** The answers to all chunks of a packet, as long as they are not too long together. */
  private byte[] answer(JdwpPacket.Command command, DdmHandlers handlers) {
    List<RawChunk> answers = new ArrayList<>();
    try {
      int count = 0;
      long length = 0;
      for (RawChunk each : RawChunk.readAll("DDM", command.data())) {
        if (++count > MOST_CHUNKS || length > MOST_BYTES) {
          throw new WireFormatException("DDM", 0, "the answer exceeds one packet");
        }
        RawChunk answer = handlers.answer(each, MOST_BYTES);
        if (answer != null) {
          answers.add(answer);
          length += answer.data().length;
        }
      }
    } catch (WireFormatException e) {
      answers.add(new CommonChunk.Failure(DdmHandlers.MALFORMED, e.getMessage() + "").toRaw());
    }
    return RawChunk.writeAll(answers);
  }

  private DdmHandlers join(MonitorEnd monitor) {
    DdmHandlers handlers;
    boolean isFirst;
    synchronized (monitors) {
      DdmHandlers known = monitors.get(monitor);
      if (known != null) {
        return known;
      }
      handlers =
          new DdmHandlers(
              shared,
              (type, data, offset, length) -> monitor.tell(packet(type, data, offset, length)),
              chunk -> send(monitor, packet(chunk.toRaw())));
      if (monitor.isClosed()) {
        return handlers;
      }
      isFirst = monitors.isEmpty();
      monitors.put(monitor, handlers);
      if (isFirst) {
        DdmConnection.connected(this::sendOfProgram);
      }
    }
    if (isFirst) {
      DdmServer.broadcast(true);
    }
    return handlers;
  }

  private void leave(MonitorEnd monitor) {
    DdmHandlers handlers;
    boolean isLast;
    synchronized (monitors) {
      monitor.close();
      handlers = monitors.remove(monitor);
      isLast = handlers != null && monitors.isEmpty();
      if (isLast) {
        DdmConnection.connected(null);
      }
    }
    if (handlers != null) {
      handlers.stopTelling();
    }
    if (isLast) {
      DdmServer.broadcast(false);
    }
  }

  private void collected() {
    monitors.values().forEach(DdmHandlers::collected);
  }

  private void sendOfProgram(int type, byte[] data, int offset, int length) {
    RawChunk chunk = new RawChunk(type, Arrays.copyOfRange(data, offset, offset + length));
    try {
      if (ChunkCodec.decode(Meaning.EVENT, chunk) instanceof AppChunk.Name name) {
        identity.rename(name.name());
      }
    } catch (WireFormatException e) {
      // The program's own affair.
    }
    JdwpPacket packet = packet(chunk);
    monitors.keySet().forEach(each -> each.tell(packet));
  }

  /** Called by a thread of ours, which waits for slow readers. */
  private void send(Chunk chunk) {
    JdwpPacket packet = packet(chunk.toRaw());
    monitors.keySet().forEach(each -> send(each, packet));
  }

  private void send(MonitorEnd monitor, JdwpPacket packet) {
    try {
      monitor.send(packet);
    } catch (IOException e) {
      // Its own thread drops it, and sees a connection that was closed.
      dropped.ended(e);
    }
  }

  private JdwpPacket packet(int type, byte[] data, int offset, int length) {
    return packet(new RawChunk(type, Arrays.copyOfRange(data, offset, offset + length)));
  }

  private JdwpPacket packet(RawChunk chunk) {
    return new JdwpPacket.Command(
        lastId.getAndIncrement(), JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, chunk.toPacket());
  }
}
