package dev.dexscope.monitor.device;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.adb.AdbBanner;
import dev.dexscope.wire.adb.AdbKey;
import dev.dexscope.wire.adb.AdbServer;
import dev.dexscope.wire.adb.AdbTransport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/** A device in the network that is spoken to without an adb. */
public final class DirectDevice implements DeviceLink {
  private final String serial;
  private final Duration patience;
  private final AdbTransport transport;

  private DirectDevice(String serial, Duration patience, AdbTransport transport) {
    this.serial = serial;
    this.patience = patience;
    this.transport = transport;
  }

  /**
   * Connects.
   *
   * @param keys that are tried
   * @param patience how long an answer may take
   */
  public static DirectDevice connect(
      InetSocketAddress address, List<AdbKey> keys, Duration patience) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(address, (int) patience.toMillis());
      AdbBanner host = new AdbBanner("host", Map.of(), Set.of("shell_v2"));
      AdbTransport transport = AdbTransport.connect(Link.of(socket), host, keys, patience);
      return new DirectDevice(
          address.getHostString() + ":" + address.getPort(), patience, transport);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  @Override
  public String serial() {
    return serial;
  }

  @Override
  public Duration patience() {
    return patience;
  }

  @Override
  public PidTracker track() throws IOException {
    return new AdbPids(new AdbServer.Tracker(service("track-jdwp")));
  }

  @Override
  public Link open(int pid) throws IOException {
    return service("jdwp:" + pid);
  }

  @Override
  public Link service(String name) throws IOException {
    return transport.open(name).link();
  }

  /** {@code ro.product.model} ... */
  Map<String, String> properties() {
    return transport.banner().properties();
  }

  /** Waits until the device disconnects, or is closed. */
  void awaitEnd() throws InterruptedException {
    try {
      transport.ended().get();
    } catch (ExecutionException e) {
      // Whatever the reason is, it is gone.
    }
  }

  @Override
  public void close() throws IOException {
    transport.close();
  }
}
