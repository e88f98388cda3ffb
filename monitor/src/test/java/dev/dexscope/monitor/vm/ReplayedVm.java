package dev.dexscope.monitor.vm;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.monitor.FakeVm;
import dev.dexscope.wire.Direction;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import dev.dexscope.wire.recording.RecordingEntry;
import dev.dexscope.wire.recording.RecordingReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A VM that replays a recording: to each recorded request, it sends the packets between that and
 * the next.
 */
final class ReplayedVm implements FakeVm.Behaviour {
  private static final int HANDSHAKE = 14;

  private record Exchange(JdwpPacket.Command asked, List<JdwpPacket> told) {}

  private final List<Exchange> exchanges = new ArrayList<>();
  private final Map<Integer, Integer> ids = new HashMap<>();
  private int next;

  /**
   * @param channel the number of the link in the recording
   */
  ReplayedVm(byte[] recording, int channel) throws IOException {
    RecordingReader reader =
        new RecordingReader(
            ByteView.of("recording", MemorySegment.ofArray(recording), WireFormatException::new));
    Partial asked = new Partial();
    Partial told = new Partial();
    @Nullable RecordingEntry entry;
    while ((entry = reader.next()) != null) {
      if (entry instanceof RecordingEntry.Bytes bytes && bytes.channel() == channel) {
        boolean isTold = bytes.direction() == Direction.FROM_DEVICE;
        for (JdwpPacket each : (isTold ? told : asked).packets(bytes.bytes())) {
          if (isTold) {
            exchanges.getLast().told.add(each);
          } else if (each instanceof JdwpPacket.Command command) {
            exchanges.add(new Exchange(command, new ArrayList<>()));
          }
        }
      }
    }
  }

  @Override
  public void on(JdwpConnection monitor, JdwpPacket.Command packet) throws IOException {
    Exchange exchange = exchanges.get(next++);
    boolean isSame =
        exchange.asked.set() == packet.set()
            && exchange.asked.command() == packet.command()
            && Arrays.equals(exchange.asked.data(), packet.data());
    if (!isSame) {
      throw new IOException("asked otherwise than it was recorded, packet " + next);
    }
    ids.put(exchange.asked.id(), packet.id());
    for (JdwpPacket each : exchange.told) {
      monitor.write(
          each instanceof JdwpPacket.Reply reply
              ? reply.withId(ids.getOrDefault(reply.id(), reply.id()))
              : each);
    }
  }

  /** One direction: bytes that are no whole packet yet. */
  private static final class Partial {
    private byte[] rest = new byte[0];
    private boolean isBegun;

    List<JdwpPacket> packets(byte[] more) throws IOException {
      var all = new ByteArrayOutputStream();
      all.writeBytes(rest);
      all.writeBytes(more);
      byte[] bytes = all.toByteArray();
      List<JdwpPacket> packets = new ArrayList<>();
      int at = 0;
      if (!isBegun && bytes.length >= HANDSHAKE) {
        isBegun = true;
        at = HANDSHAKE;
      }
      while (isBegun && bytes.length - at >= JdwpPacket.HEADER) {
        byte[] header = Arrays.copyOfRange(bytes, at, at + JdwpPacket.HEADER);
        int length = JdwpPacket.length("recording", header, 1 << 20);
        if (bytes.length - at < length) {
          break;
        }
        Link packet =
            new Link(
                "recording",
                new ByteArrayInputStream(bytes, at, length),
                OutputStream.nullOutputStream(),
                () -> {});
        packets.add(JdwpPacket.read(packet, JdwpConnection.Limits.DEFAULT.withPacket(1 << 20)));
        at += length;
      }
      rest = Arrays.copyOfRange(bytes, at, bytes.length);
      return packets;
    }
  }
}
