package dev.dexscope.wire.adb;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A running adb server, queried through its smart sockets.
 *
 * <pre>{@code
 * AdbServer adb = AdbServer.local(AdbServer.PORT);
 * for (AdbServer.Device device : adb.devices()) {
 *   try (Link link = adb.open(device.serial(), "exec:getprop")) {
 *     link.in().transferTo(System.out);
 *   }
 * }
 * }</pre>
 *
 * @param patience the time limit of an answer
 */
public record AdbServer(InetSocketAddress address, Duration patience) {
  /** The default port. */
  public static final int PORT = 5037;

  private static final int MOST_REQUEST = 0xffff;

  /** On this machine. */
  public static AdbServer local(int port) {
    return new AdbServer(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Duration.ofSeconds(10));
  }

  /**
   * A device.
   *
   * @param state {@code device}, {@code offline}, {@code unauthorized} ...
   * @param details {@code product}, {@code model} ...; empty for short lists
   */
  public record Device(String serial, String state, Map<String, String> details) {
    static List<Device> parseAll(String text) {
      List<Device> all = new ArrayList<>();
      for (String line : text.split("\n", -1)) {
        String[] words = line.strip().split("\\s+");
        if (words.length < 2) {
          continue;
        }
        Map<String, String> details = new LinkedHashMap<>();
        for (int i = 2; i < words.length; i++) {
          int colon = words[i].indexOf(':');
          if (colon > 0) {
            details.put(words[i].substring(0, colon), words[i].substring(colon + 1));
          }
        }
        all.add(new Device(words[0], words[1], details));
      }
      return all;
    }
  }

  /** A port of this machine that leads to a device: {@code tcp:8700}, {@code jdwp:1234}. */
  public record Forward(String serial, String local, String remote) {}

  /**
   * The number that adb checks whether client and server fit each other by.
   *
   * @throws IOException if the connection fails
   */
  public int version() throws IOException {
    String text = ask("host:version");
    try {
      return Integer.parseInt(text, 16);
    } catch (NumberFormatException e) {
      WireFormatException fault =
          new WireFormatException(address + "", 0, "no version of adb: " + text);
      fault.initCause(e);
      throw fault;
    }
  }

  public List<Device> devices() throws IOException {
    return Device.parseAll(ask("host:devices-l"));
  }

  /**
   * Returns the features that the adb server and the device share.
   *
   * @throws IOException if the connection fails
   */
  public List<String> features(String serial) throws IOException {
    return List.of(ask("host-serial:" + serial + ":features").split(",", -1));
  }

  /**
   * Connects the server to a device in the network; returns the server's answer.
   *
   * @throws IOException if the connection fails
   */
  public String connect(String hostAndPort) throws IOException {
    return ask("host:connect:" + hostAndPort);
  }

  public List<Forward> forwards() throws IOException {
    List<Forward> all = new ArrayList<>();
    for (String line : ask("host:list-forward").split("\n", -1)) {
      String[] words = line.strip().split("\\s+");
      if (words.length == 3) {
        all.add(new Forward(words[0], words[1], words[2]));
      }
    }
    return all;
  }

  /**
   * Leads a port to a device.
   *
   * @param remote {@code jdwp:1234}, {@code localabstract:name}, {@code tcp:6113}
   * @return the port
   * @throws IOException if the connection fails
   */
  public int forward(String serial, int port, String remote) throws IOException {
    String request = "host-serial:" + serial + ":forward:tcp:" + port + ";" + remote;
    try (Link link = request(request)) {
      return link.within(
          patience,
          "port",
          () -> {
            expectOkay(link, request);
            if (port != 0) {
              return port;
            }
            String text = text(link);
            try {
              return Integer.parseInt(text);
            } catch (NumberFormatException e) {
              throw new IOException(link.peer() + ": no port: " + text, e);
            }
          });
    }
  }

  public void removeForward(String serial, int port) throws IOException {
    String request = "host-serial:" + serial + ":killforward:tcp:" + port;
    try (Link link = request(request)) {
      link.within(
          patience,
          "answer",
          () -> {
            expectOkay(link, request);
            return port;
          });
    }
  }

  /**
   * Opens a service of a device: {@code shell:ls}, {@code sync:}, {@code jdwp:1234}.
   *
   * @throws IOException if the connection fails
   */
  public Link open(String serial, String service) throws IOException {
    Link link = request("host:transport:" + serial);
    try {
      return link.within(
          patience,
          "answer",
          () -> {
            write(link, service);
            expectOkay(link, service);
            return link;
          });
    } catch (IOException | RuntimeException e) {
      link.close();
      throw e;
    }
  }

  /**
   * Follows which devices there are.
   *
   * @throws IOException if the connection fails
   */
  public Tracker trackDevices() throws IOException {
    return new Tracker(request("host:track-devices"));
  }

  /**
   * Follows which VMs of a device take a debugger.
   *
   * @throws IOException if the connection fails
   */
  public Tracker trackJdwp(String serial) throws IOException {
    return new Tracker(open(serial, "track-jdwp"));
  }

  /** Lists that come whenever something has changed, the first at once. */
  public static final class Tracker implements Closeable {
    private final Link link;

    /**
     * @param link on which a device or an adb server sends such lists
     */
    public Tracker(Link link) {
      this.link = link;
    }

    /**
     * The lines of the next list; null where the server has ended.
     *
     * @throws IOException if the connection fails
     */
    public @Nullable List<String> next() throws IOException {
      byte[] length = link.readOrEnd(4);
      if (length == null) {
        return null;
      }
      String text = utf8(link.read(hex(link, length)));
      return text.lines().filter(each -> !each.isBlank()).toList();
    }

    /**
     * The next list as one of devices.
     *
     * @throws IOException if the connection fails
     */
    public @Nullable List<Device> nextDevices() throws IOException {
      List<String> lines = next();
      return lines == null ? null : Device.parseAll(String.join("\n", lines));
    }

    /**
     * The next list as one of VMs.
     *
     * @throws IOException if the connection fails
     */
    public @Nullable List<Integer> nextPids() throws IOException {
      List<String> lines = next();
      return lines == null ? null : pids(lines);
    }

    /**
     * The same, where a list is due: the first comes at once.
     *
     * @throws IOException if the connection fails
     */
    public @Nullable List<Integer> nextPids(Duration limit) throws IOException {
      return link.within(limit, "list of VMs", this::nextPids);
    }

    private List<Integer> pids(List<String> lines) {
      List<Integer> pids = new ArrayList<>();
      for (String line : lines) {
        try {
          pids.add(Integer.parseInt(line.strip()));
        } catch (NumberFormatException e) {
          WireFormatException fault = new WireFormatException(link.peer(), 0, "no pid: " + line);
          fault.initCause(e);
          throw fault;
        }
      }
      return pids;
    }

    @Override
    public void close() throws IOException {
      link.close();
    }
  }

  /**
   * A question that is answered by one text.
   *
   * @throws IOException if the connection fails
   */
  public String ask(String request) throws IOException {
    try (Link link = request(request)) {
      return link.within(patience, "answer", () -> text(link));
    }
  }

  /** A link on which a request was taken. */
  private Link request(String request) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(address, (int) patience.toMillis());
      Link link = Link.of(socket);
      return link.within(
          patience,
          "answer",
          () -> {
            write(link, request);
            expectOkay(link, request);
            return link;
          });
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private static void write(Link link, String request) throws IOException {
    byte[] text = request.getBytes(StandardCharsets.UTF_8);
    if (text.length > MOST_REQUEST) {
      throw new IllegalArgumentException("a request of " + text.length + " bytes");
    }
    String length = Integer.toHexString(0x10000 | text.length).substring(1);
    link.write((length + request).getBytes(StandardCharsets.UTF_8));
  }

  static void expectOkay(Link link, String request) throws IOException {
    String status = utf8(link.read(4));
    if (status.equals("FAIL")) {
      throw new IOException("adb: " + request + ": " + text(link));
    }
    if (!status.equals("OKAY")) {
      throw new WireFormatException(link.peer(), 0, "neither OKAY nor FAIL, so not an adb server");
    }
  }

  /** Four hexadecimal digits with a length, then as many bytes. */
  static String text(Link link) throws IOException {
    return utf8(link.read(hex(link, link.read(4))));
  }

  private static int hex(Link link, byte[] digits) {
    int number = 0;
    for (byte each : digits) {
      int digit = Character.digit(each, 16);
      if (digit < 0) {
        throw new WireFormatException(link.peer(), 0, "no length in hexadecimal digits");
      }
      number = number << 4 | digit;
    }
    return number;
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
