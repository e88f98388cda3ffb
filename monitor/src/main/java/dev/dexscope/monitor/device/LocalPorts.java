package dev.dexscope.monitor.device;

import dev.dexscope.base.net.OpenSockets;
import dev.dexscope.monitor.MonitorException;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.jdwp.Fields;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpError;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * VMs that listen at ports of this machine; their ports replace their process ids. A VM that has
 * been opened is not probed again, because it may accept one connection only.
 *
 * <p>Java VMs wait for debuggers at such ports, too. They are not touched: a connection resumes one
 * that waits for its debugger, and a packet of DDM ends one of JDK 25. So a listener is examined
 * from outside first ({@link JavaDebugPort}), then queried for its version, and receives no DDM
 * unless that is a version of Dalvik.
 */
public final class LocalPorts implements DeviceLink {
  private static final int FIRST = 8000;
  private static final int LAST = 8040;
  private static final JdwpCommand VERSION = JdwpCommand.named("VirtualMachine.Version");
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final int first;
  private final int last;
  private final Duration patience;
  private final boolean isNamed;
  private final Set<Integer> open = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Verdict> verdicts = new ConcurrentHashMap<>();

  private LocalPorts(int first, int last, Duration patience, boolean isNamed) {
    this.first = first;
    this.last = last;
    this.patience = patience;
    this.isNamed = isNamed;
  }

  /**
   * Creates a device of ports that were not specified as those of VMs: listeners with unknown
   * owners, such as other users, are not queried.
   *
   * @param first the first port to examine
   * @param last the last one
   * @param patience the time limit of a VM's handshake
   */
  public LocalPorts(int first, int last, Duration patience) {
    this(first, last, patience, false);
  }

  /** Returns where VMs of a workstation have always been looked for. */
  public static LocalPorts usual() {
    return new LocalPorts(FIRST, LAST, Duration.ofSeconds(2));
  }

  /** The one VM that the user has named by its port. */
  public static LocalPorts named(int port, Duration patience) {
    return new LocalPorts(port, port, patience, true);
  }

  /**
   * The result for the listener at a port, as long as the sockets there are the same.
   *
   * @param refusal the reason why it receives no DDM; empty if it does
   */
  private record Verdict(List<String> sockets, String refusal) {}

  @Override
  public String serial() {
    return "local";
  }

  @Override
  public Duration patience() {
    return patience;
  }

  @Override
  public PidTracker track() {
    return new Scan();
  }

  @Override
  public Link open(int port) throws IOException {
    String refusal = refusal(port);
    if (!refusal.isEmpty()) {
      throw new MonitorException("port " + port + ": " + refusal);
    }
    Link link = connect(port);
    open.add(port);
    return new Link(
        link.peer(),
        link.in(),
        link.out(),
        () -> {
          open.remove(port);
          link.close();
        });
  }

  @Override
  public boolean hasServices() {
    return false;
  }

  @Override
  public Link service(String name) throws IOException {
    throw new MonitorException("the ports of this machine have no service " + name);
  }

  private Link connect(int port) throws IOException {
    Socket socket = new Socket();
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      socket.connect(address, (int) patience.toMillis());
      return Link.of(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private String refusal(int port) throws IOException {
    List<OpenSockets.Listener> listeners = OpenSockets.listeners(port);
    List<String> sockets = listeners.stream().map(OpenSockets.Listener::inode).toList();
    Verdict last = verdicts.get(port);
    if (last != null && !sockets.isEmpty() && last.sockets().equals(sockets)) {
      return last.refusal();
    }
    String refusal = refusal(port, listeners);
    verdicts.put(port, new Verdict(sockets, refusal));
    return refusal;
  }

  private String refusal(int port, List<OpenSockets.Listener> listeners) throws IOException {
    if (listeners.stream().anyMatch(JavaDebugPort::isOne)) {
      return "a Java VM waits for debuggers there, which speaks no DDM";
    }
    if (!isNamed && !listeners.stream().allMatch(JavaDebugPort::isNone)) {
      return "the owner of the port is unknown; specify the port";
    }
    try (JdwpClient vm = JdwpClient.connect(connect(port), limits(), _ -> {})) {
      Fields version = vm.ask(VERSION, Fields.NONE, patience);
      return speaksDdm(version) ? "" : version.text("vmName") + " speaks no DDM";
    } catch (WireFormatException | JdwpError e) {
      return "no VM that speaks DDM: " + e.getMessage();
    }
  }

  /**
   * Returns whether a VM of this version does: Dalvik, ART, and what is one to its debuggers.
   * Programs that run here with the JDK's own JDWP are called Dalvik, too, but are of that JDK's
   * version; Android has stayed with 1.
   */
  private static boolean speaksDdm(Fields version) {
    return version.text("vmName").startsWith("Dalvik") && version.number("jdwpMajor") == 1;
  }

  private JdwpConnection.Limits limits() {
    return new JdwpConnection.Limits(1 << 20, patience);
  }

  private boolean isVm(int port) {
    try {
      return !OpenSockets.listeners(port).isEmpty() && refusal(port).isEmpty();
    } catch (IOException e) {
      // It does not answer now.
      return false;
    }
  }

  /** Looks again and again. */
  private final class Scan implements PidTracker {
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean hasLooked;

    @Override
    public @Nullable List<Integer> next(@Nullable Duration limit) throws IOException {
      try {
        if (hasLooked && closed.await(PAUSE.toNanos(), TimeUnit.NANOSECONDS)) {
          return null;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
      hasLooked = true;
      List<Integer> found = new ArrayList<>();
      for (int port = first; port <= last; port++) {
        if (isNamed || open.contains(port) || isVm(port)) {
          found.add(port);
        }
      }
      return found;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }
}
