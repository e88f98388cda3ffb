package dev.dexscope.wire.jdwp;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A packet: a header of 11 bytes, then data (JDWP specification, <i>Packets</i>). */
public sealed interface JdwpPacket {
  int HEADER = 11;

  /** The size of the largest packets: hprof dumps are sent as one. */
  int MOST_BYTES = 1 << 30;

  int id();

  byte[] data();

  byte[] toBytes();

  /** A question, or an event. */
  record Command(int id, int set, int command, byte[] data) implements JdwpPacket {
    @Override
    public byte[] toBytes() {
      return header(id, data.length).u1(0).u1(set).u1(command).bytes(data).toBytes();
    }

    /** The same with another id. */
    public Command withId(int other) {
      return new Command(other, set, command, data);
    }
  }

  /**
   * A reply.
   *
   * @param error 0 for success
   */
  record Reply(int id, int error, byte[] data) implements JdwpPacket {
    private static final int FLAG = 0x80;

    @Override
    public byte[] toBytes() {
      return header(id, data.length).u1(FLAG).u2(error).bytes(data).toBytes();
    }

    /** The same with another id. */
    public Reply withId(int other) {
      return new Reply(other, error, data);
    }
  }

  /**
   * The next packet; null where the link has ended between two. It may begin at any time.
   *
   * @param limits longer packets are refused before room is made for them; slower ones lose the
   *     link
   * @throws IOException if the connection fails
   */
  static @Nullable JdwpPacket read(Link link, JdwpConnection.Limits limits) throws IOException {
    byte[] header = header(link, limits);
    if (header == null) {
      return null;
    }
    return of(link.peer(), header, data(link, limits, dataLength(link, header, limits)));
  }

  /**
   * The next packet that is not too long for the memory; the others go to their taker.
   *
   * @param limits of packets of any kind
   * @throws IOException if the connection fails
   */
  static @Nullable JdwpPacket read(Link link, JdwpConnection.Limits limits, LongPackets others)
      throws IOException {
    while (true) {
      byte[] header = header(link, limits);
      if (header == null) {
        return null;
      }
      int length = dataLength(link, header, limits);
      if (length <= others.held()) {
        return of(link.peer(), header, data(link, limits, length));
      }
      if (!(of(link.peer(), header, new byte[0]) instanceof Command command)) {
        throw new WireFormatException(
            link.peer(), 0, "a reply of " + length + " bytes, not up to " + others.held());
      }
      PacketData data = new PacketData(link, length);
      link.within(
          limits.time(length),
          "end of a packet",
          () -> {
            others.taker().take(command, data);
            return data.transferTo(OutputStream.nullOutputStream());
          });
    }
  }

  private static byte @Nullable [] header(Link link, JdwpConnection.Limits limits)
      throws IOException {
    byte[] first = link.readOrEnd(1);
    if (first == null) {
      return null;
    }
    byte[] header = Arrays.copyOf(first, HEADER);
    byte[] rest = link.readWithin(limits.patience(), "head of a packet", HEADER - 1);
    System.arraycopy(rest, 0, header, 1, rest.length);
    return header;
  }

  /** Room is made as bytes arrive: a peer may promise more than it sends. */
  private static byte[] data(Link link, JdwpConnection.Limits limits, int length)
      throws IOException {
    return link.readWithin(limits.time(length), "end of a packet", length);
  }

  private static int dataLength(Link link, byte[] header, JdwpConnection.Limits limits) {
    return length(link.peer(), header, limits.packet()) - HEADER;
  }

  /** A packet in an array that has nothing else in it. */
  static JdwpPacket of(String peer, byte[] bytes) {
    WireReader in = WireReader.bigEndian(peer, bytes);
    byte[] header = in.bytes(HEADER);
    if (length(peer, header, Integer.MAX_VALUE) != bytes.length) {
      throw in.fault("the packet's length is not that of its " + bytes.length + " bytes");
    }
    return of(peer, header, in.rest());
  }

  /** Returns the packet's length from its header, including the header's 11 bytes. */
  static int length(String peer, byte[] header, int most) {
    int length = WireReader.bigEndian(peer, header).i4();
    if (length < HEADER || length > most) {
      throw new WireFormatException(
          peer,
          0,
          "a packet of " + (length & 0xffffffffL) + " bytes, not " + HEADER + " to " + most);
    }
    return length;
  }

  private static JdwpPacket of(String peer, byte[] header, byte[] data) {
    WireReader in = WireReader.bigEndian(peer, header);
    in.skip(4);
    int id = in.i4();
    int flags = in.u1();
    return switch (flags) {
      case 0 -> new Command(id, in.u1(), in.u1(), data);
      case Reply.FLAG -> new Reply(id, in.u2(), data);
      default -> throw in.fault("unknown flags 0x" + Integer.toHexString(flags));
    };
  }

  private static WireWriter header(int id, int length) {
    return WireWriter.bigEndian().i4(HEADER + length).i4(id);
  }
}
