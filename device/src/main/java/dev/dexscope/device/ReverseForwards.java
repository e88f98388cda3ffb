package dev.dexscope.device;

import dev.dexscope.device.control.LocalSockets;
import dev.dexscope.device.process.Processes;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Relay;
import dev.dexscope.wire.Visitors;
import dev.dexscope.wire.adb.AdbStream;
import dev.dexscope.wire.adb.AdbTransport;
import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The service {@code reverse:}: ports and abstract sockets of the device that lead to services of
 * adb's side. Each belongs to the transport that requested it, and ends with it.
 */
final class ReverseForwards {
  private static final int MOST = 64;

  /** As adbd prints it if it has no name for its peer. */
  private static final String PEER = "(reverse)";

  private static final String TCP = "tcp:";
  private static final String ABSTRACT = "localabstract:";

  private final Processes processes;

  /** By the names of their ends on the device. */
  private final Map<String, Forward> all = new TreeMap<>();

  ReverseForwards(Processes processes) {
    this.processes = processes;
  }

  /**
   * A forward.
   *
   * @param remote the service of adb's side that it leads to
   */
  private record Forward(AdbTransport transport, String remote, List<Closeable> listeners) {}

  /** Answers a request; the words are those of adbd, which clients print. */
  void serve(String request, AdbStream stream) throws IOException {
    String answer;
    try {
      answer = answer(request, stream.transport());
    } catch (IOException e) {
      answer = "FAIL" + sized(e.getMessage() + "");
    }
    stream.link().write(answer.getBytes(StandardCharsets.UTF_8));
  }

  private static String sized(String text) {
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    return String.format(Locale.ROOT, "%04x", length) + text;
  }

  private synchronized String answer(String request, AdbTransport transport) throws IOException {
    int colon = request.indexOf(':');
    String rest = request.substring(colon + 1);
    return switch (colon < 0 ? request : request.substring(0, colon)) {
      case "list-forward" -> sized(list());
      case "killforward-all" -> {
        all.values().forEach(ReverseForwards::close);
        all.clear();
        yield "OKAY";
      }
      case "killforward" -> {
        Forward removed = all.remove(rest);
        if (removed == null) {
          throw new IOException("listener '" + rest + "' not found");
        }
        close(removed);
        yield "OKAY";
      }
      case "forward" -> "OKAY" + forward(rest, transport);
      default -> throw new IOException("unknown request " + request);
    };
  }

  private String list() {
    StringBuilder lines = new StringBuilder();
    all.forEach((local, each) ->
        lines.append(PEER + " ").append(local).append(' ').append(each.remote()).append('\n'));
    return lines.toString();
  }

  /** Returns the chosen port, if the request leaves it to the device. */
  private String forward(String words, AdbTransport transport) throws IOException {
    boolean isNew = words.startsWith("norebind:");
    String[] ends = (isNew ? words.substring("norebind:".length()) : words).split(";", -1);
    if (ends.length != 2 || ends[0].isEmpty() || ends[1].isEmpty() || ends[1].startsWith("*")) {
      throw new IOException("bad forward: " + words);
    }
    Forward known = all.get(ends[0]);
    if (known != null && isNew) {
      throw new IOException("cannot rebind existing socket");
    }
    if (known != null) {
      put(ends[0], new Forward(transport, ends[1], known.listeners()));
      return "";
    }
    if (all.size() >= MOST) {
      throw new IOException("cannot bind listener: there are " + MOST);
    }
    if (ends[0].startsWith(ABSTRACT)) {
      ServerSocketChannel server = listenAbstract(ends[0].substring(ABSTRACT.length()));
      put(ends[0], new Forward(transport, ends[1], List.of(server)));
      serveAll(ends[0], server::isOpen, () -> LocalSockets.link(server.accept(), ends[0]));
      return "";
    }
    return forwardPort(ends[0], ends[1], transport);
  }

  private ServerSocketChannel listenAbstract(String name) throws IOException {
    try {
      return processes.listenAbstract(name);
    } catch (IOException e) {
      throw cannotBind(e);
    }
  }

  private static IOException cannotBind(IOException cause) {
    return new IOException("cannot bind listener: " + cause.getMessage(), cause);
  }

  private String forwardPort(String local, String remote, AdbTransport transport)
      throws IOException {
    int wanted = port(local);
    List<ServerSocket> servers;
    try {
      // Programs find the machine's ports at 127.0.0.1: a port that leads to itself is there.
      servers = processes.address().listen(wanted, wanted == 0 || port(remote) != wanted);
    } catch (IOException e) {
      throw cannotBind(e);
    }
    int port = servers.isEmpty() ? wanted : servers.getFirst().getLocalPort();
    String name = TCP + port;
    put(name, new Forward(transport, remote, List.copyOf(servers)));
    for (ServerSocket each : servers) {
      serveAll(name, () -> !each.isClosed(), () -> Link.of(each.accept()));
    }
    return wanted == 0 ? sized(port + "") : "";
  }

  /** Returns the number of a port; -1 for another kind of end. */
  private static int port(String end) {
    String number = end.startsWith(TCP) ? end.substring(TCP.length()) : "";
    return number.matches("\\d{1,5}") && Integer.parseInt(number) <= 0xffff
        ? Integer.parseInt(number)
        : -1;
  }

  private void put(String local, Forward forward) {
    all.put(local, forward);
    var _ = forward.transport().ended().whenComplete((_, _) -> ended(local, forward));
  }

  private synchronized void ended(String local, Forward forward) {
    if (all.remove(local, forward)) {
      close(forward);
    }
  }

  private static void close(Forward forward) {
    for (Closeable each : forward.listeners()) {
      try {
        each.close();
      } catch (IOException e) {
        // It listens no longer in any case.
      }
    }
  }

  private void serveAll(String local, BooleanSupplier isOpen, Callable<Link> accept) {
    Thread.ofVirtual()
        .name("reverse " + local)
        .start(() -> {
          try {
            Visitors.takeAll(
                isOpen, accept, each -> Thread.ofVirtual().start(() -> connect(local, each)));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private synchronized @Nullable Forward find(String local) {
    return all.get(local);
  }

  /** A program sees a connection that ends if adb's side refuses the service, as on a phone. */
  private void connect(String local, Link program) {
    try (program) {
      Forward forward = find(local);
      if (forward != null) {
        try (AdbStream there = forward.transport().open(forward.remote())) {
          Relay.run(program, there.link());
        }
      }
    } catch (IOException e) {
      // The peer is gone, or has no such service.
    }
  }
}
