package dev.dexscope.monitor;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.adb.AdbServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An adb server whose devices and VMs are what a test wants. */
public final class FakeAdb implements Closeable {
  /** The reaction of a device to an opened service. */
  @FunctionalInterface
  public interface Services {
    void open(String serial, String service, Link link) throws IOException;
  }

  private final ServerSocket server;
  private final Services services;
  private final Map<String, String> states = new TreeMap<>();
  private final Map<String, List<Integer>> pids = new TreeMap<>();
  private long version;

  public FakeAdb(Services services) throws IOException {
    this.services = services;
    server = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::acceptAll);
  }

  public AdbServer address() {
    return new AdbServer(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()),
        Duration.ofSeconds(30));
  }

  /** A device is there from now on, in this state. */
  public synchronized void device(String serial, String state) {
    states.put(serial, state);
    changed();
  }

  public synchronized void removeDevice(String serial) {
    states.remove(serial);
    changed();
  }

  public synchronized void vms(String serial, List<Integer> there) {
    pids.put(serial, there);
    changed();
  }

  private synchronized void changed() {
    version++;
    notifyAll();
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        // The test has ended.
      }
    }
  }

  private void serve(Socket socket) {
    try (Link link = Link.of(socket)) {
      String request = request(link);
      if (request.equals("host:track-devices")) {
        okay(link);
        follow(link, this::devices);
        return;
      }
      if (request.equals("host:devices-l")) {
        okay(link);
        synchronized (this) {
          tell(link, devices());
        }
        return;
      }
      String serial = request.substring("host:transport:".length());
      okay(link);
      String service = request(link);
      okay(link);
      if (service.equals("track-jdwp")) {
        follow(link, () -> vms(serial));
      } else {
        services.open(serial, service, link);
      }
    } catch (IOException e) {
      // The monitor has left.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Listing {
    String get();
  }

  private void follow(Link link, Listing list) throws IOException, InterruptedException {
    String told = null;
    while (!server.isClosed()) {
      String now;
      synchronized (this) {
        now = list.get();
        if (now.equals(told)) {
          long seen = version;
          while (version == seen) {
            wait();
          }
          continue;
        }
      }
      told = now;
      tell(link, now);
    }
  }

  private static void tell(Link link, String text) throws IOException {
    link.write((hex(text.length()) + text).getBytes(StandardCharsets.UTF_8));
  }

  private String devices() {
    return states.entrySet().stream()
        .map(each -> each.getKey() + "\t" + each.getValue() + "\n")
        .collect(Collectors.joining());
  }

  private String vms(String serial) {
    return pids.getOrDefault(serial, List.of()).stream()
        .map(each -> each + "\n")
        .collect(Collectors.joining());
  }

  private static String request(Link link) throws IOException {
    int length = Integer.parseInt(new String(link.read(4), StandardCharsets.UTF_8), 16);
    return new String(link.read(length), StandardCharsets.UTF_8);
  }

  private static void okay(Link link) throws IOException {
    link.write("OKAY".getBytes(StandardCharsets.UTF_8));
  }

  private static String hex(int length) {
    return Integer.toHexString(0x10000 | length).substring(1);
  }

  @Override
  public void close() throws IOException {
    server.close();
    changed();
  }
}
