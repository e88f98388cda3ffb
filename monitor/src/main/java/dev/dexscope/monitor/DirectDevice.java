package dev.dexscope.monitor;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.adb.AdbBanner;
import dev.dexscope.wire.adb.AdbKey;
import dev.dexscope.wire.adb.AdbStream;
import dev.dexscope.wire.adb.AdbTransport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A device in the network that is spoken to without an adb. */
public final class DirectDevice implements DeviceLink {
  private static final int HEX_DIGITS = 4;

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
  public List<Integer> pids() throws IOException {
    try (AdbStream stream = transport.open("track-jdwp")) {
      Link link = stream.link();
      return link.within(patience, "list of VMs", () -> pids(link));
    }
  }

  private static List<Integer> pids(Link link) throws IOException {
    String digits = new String(link.read(HEX_DIGITS), StandardCharsets.US_ASCII);
    List<Integer> pids = new ArrayList<>();
    try {
      byte[] text = link.read(Integer.parseInt(digits, 16));
      for (String line : new String(text, StandardCharsets.US_ASCII).split("\n", -1)) {
        if (!line.isBlank()) {
          pids.add(Integer.parseInt(line.strip()));
        }
      }
    } catch (NumberFormatException | NegativeArraySizeException e) {
      WireFormatException fault = new WireFormatException(link.peer(), 0, "no list of VMs");
      fault.initCause(e);
      throw fault;
    }
    return pids;
  }

  @Override
  public Link open(int pid) throws IOException {
    return transport.open("jdwp:" + pid).link();
  }

  @Override
  public void close() throws IOException {
    transport.close();
  }
}
