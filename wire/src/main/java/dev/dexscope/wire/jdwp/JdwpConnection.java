package dev.dexscope.wire.jdwp;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Packets to a peer and from it, after the handshake. One thread reads; any may write.
 *
 * <pre>{@code
 * try (JdwpConnection vm = JdwpConnection.connect(link, Limits.DEFAULT)) {
 *   vm.write(new JdwpPacket.Command(1, 1, 1, new byte[0]));
 *   JdwpPacket reply = vm.read();
 * }
 * }</pre>
 */
public final class JdwpConnection implements JdwpChannel {
  private static final byte[] HANDSHAKE = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);

  private final Link link;
  private final Limits limits;
  private final ReentrantLock writing = new ReentrantLock();

  private JdwpConnection(Link link, Limits limits) {
    this.link = link;
    this.limits = limits;
  }

  /**
   * The limits of a peer.
   *
   * @param packet bytes of the longest packet that is read
   * @param patience the time limit of a handshake, and of a packet that has begun; long packets may
   *     take another second for each 256 KiB
   */
  public record Limits(int packet, Duration patience) {
    public static final Limits DEFAULT = new Limits(JdwpPacket.MOST_BYTES, Duration.ofSeconds(10));

    /** Slower than the slowest wireless link to a phone that is still of use. */
    private static final int BYTES_PER_SECOND = 1 << 18;

    /** The same for shorter packets, or longer ones. */
    public Limits withPacket(int bytes) {
      return new Limits(bytes, patience);
    }

    /** Returns how long so many bytes may take. */
    Duration time(int bytes) {
      return patience.plusMillis(bytes * 1000L / BYTES_PER_SECOND);
    }
  }

  /**
   * As a debugger or monitor, which speaks first. The link is closed where that fails.
   *
   * @throws IOException if the connection fails
   */
  public static JdwpConnection connect(Link link, Limits limits) throws IOException {
    return shakeHands(
        link,
        limits,
        () -> {
          link.write(HANDSHAKE);
          expectHandshake(link);
        });
  }

  /**
   * As a VM, which answers. The link is closed where that fails.
   *
   * @throws IOException if the connection fails
   */
  public static JdwpConnection accept(Link link, Limits limits) throws IOException {
    return shakeHands(
        link,
        limits,
        () -> {
          expectHandshake(link);
          link.write(HANDSHAKE);
        });
  }

  private interface Step {
    void take() throws IOException;
  }

  private static JdwpConnection shakeHands(Link link, Limits limits, Step step) throws IOException {
    try {
      return link.within(
          limits.patience,
          "JDWP handshake",
          () -> {
            step.take();
            return new JdwpConnection(link, limits);
          });
    } catch (IOException | RuntimeException e) {
      link.close();
      throw e;
    }
  }

  /** Stops at the first wrong byte: a browser that was led here may not send a request. */
  private static void expectHandshake(Link link) throws IOException {
    for (int i = 0; i < HANDSHAKE.length; i++) {
      if (link.read(1)[0] != HANDSHAKE[i]) {
        throw new WireFormatException(link.peer(), i, "no JDWP handshake");
      }
    }
  }

  /**
   * The next packet, which must arrive in time once it has begun; null where the peer has ended.
   *
   * @throws IOException if the connection fails
   */
  public @Nullable JdwpPacket read() throws IOException {
    return JdwpPacket.read(link, limits);
  }

  /**
   * The same; packets that are too long for the memory go elsewhere as they arrive.
   *
   * @throws IOException if the connection fails
   */
  public @Nullable JdwpPacket read(LongPackets others) throws IOException {
    return JdwpPacket.read(link, limits, others);
  }

  /**
   * Sends a packet; a peer that does not take it in time loses the connection.
   *
   * @throws IOException if the connection fails
   */
  @Override
  public void write(JdwpPacket packet) throws IOException {
    byte[] bytes = packet.toBytes();
    writing.lock();
    try {
      link.within(
          limits.time(bytes.length),
          "room for a packet",
          () -> {
            link.write(bytes);
            return bytes;
          });
    } finally {
      writing.unlock();
    }
  }

  @Override
  public String peer() {
    return link.peer();
  }

  @Override
  public void close() throws IOException {
    link.close();
  }
}
