package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.jdwp.Fields;
import dev.dexscope.wire.jdwp.IdSizes;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpError;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** JDWP, with the chunks of DDM in it. */
final class JdwpConversation implements Conversation {
  private static final int HANDSHAKE = 14;
  private static final int MOST_OPEN = 4096;

  private final String peer;
  private final Map<Direction, Side> sides = new EnumMap<>(Direction.class);
  private IdSizes sizes = IdSizes.EIGHT;

  JdwpConversation(String peer) {
    this.peer = peer;
    for (Direction each : Direction.values()) {
      sides.put(each, new Side());
    }
  }

  /** The numbers of a command. */
  private record Asked(int set, int command) {
    boolean isDdm() {
      return set == JdwpCommand.DDM_SET && command == JdwpCommand.DDM_COMMAND;
    }
  }

  /** The packets of one of the two sides. */
  private final class Side {
    private final PacketSplitter handshake = new PacketSplitter(HANDSHAKE, _ -> HANDSHAKE);
    private final PacketSplitter packets =
        new PacketSplitter(
            JdwpPacket.HEADER, header -> JdwpPacket.length(peer, header, Integer.MAX_VALUE));
    private boolean hasGreeted;

    /** Its open commands, by the ids of the packets; the oldest are forgotten. */
    private final Map<Integer, Asked> open =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Integer, Asked> eldest) {
            return size() > MOST_OPEN;
          }
        };
  }

  private Side side(Direction direction) {
    Side side = sides.get(direction);
    if (side == null) {
      throw new IllegalStateException(direction + " is not a direction");
    }
    return side;
  }

  @Override
  public void take(Direction direction, byte[] bytes, Consumer<String> lines) {
    Side side = side(direction);
    if (side.hasGreeted) {
      side.packets.add(bytes, (packet, whole) -> lines.accept(line(direction, packet, whole)));
      return;
    }
    int left = HANDSHAKE - (int) side.handshake.pending();
    byte[] greeting = Arrays.copyOf(bytes, Math.min(left, bytes.length));
    side.handshake.add(
        greeting,
        (packet, _) -> {
          side.hasGreeted = true;
          lines.accept("handshake " + Words.of(packet));
        });
    if (bytes.length > left) {
      take(direction, Arrays.copyOfRange(bytes, left, bytes.length), lines);
    }
  }

  private String line(Direction direction, byte[] bytes, long whole) {
    if (whole > bytes.length) {
      return "packet of " + whole + " bytes " + Words.of(bytes);
    }
    JdwpPacket packet = JdwpPacket.of(peer, bytes);
    try {
      return switch (packet) {
        case JdwpPacket.Command command -> {
          side(direction).open.put(command.id(), new Asked(command.set(), command.command()));
          yield "#" + id(command) + " " + words(direction, command);
        }
        case JdwpPacket.Reply reply -> {
          Direction other =
              direction == Direction.TO_DEVICE ? Direction.FROM_DEVICE : Direction.TO_DEVICE;
          yield "#" + id(reply) + " " + words(reply, side(other).open.remove(reply.id()));
        }
      };
    } catch (WireFormatException e) {
      return "#" + id(packet) + " damaged: " + e.getMessage();
    }
  }

  private static String id(JdwpPacket packet) {
    return Integer.toHexString(packet.id());
  }

  private String words(Direction direction, JdwpPacket.Command packet) {
    if (new Asked(packet.set(), packet.command()).isDdm()) {
      Meaning meaning = direction == Direction.TO_DEVICE ? Meaning.REQUEST : Meaning.EVENT;
      return chunks("", meaning, packet.data());
    }
    return JdwpCommand.of(packet.set(), packet.command())
        .map(command -> command.name() + " " + Words.of(command.read(packet, sizes)))
        .orElseGet(() ->
            "command " + packet.set() + "." + packet.command() + " " + Words.of(packet.data()));
  }

  private String words(JdwpPacket.Reply packet, @Nullable Asked asked) {
    if (packet.error() != 0) {
      return "reply " + JdwpError.name(packet.error());
    }
    if (asked == null) {
      return "reply to an unrecorded command " + Words.of(packet.data());
    }
    if (asked.isDdm()) {
      return chunks("reply ", Meaning.REPLY, packet.data());
    }
    JdwpCommand command = JdwpCommand.of(asked.set(), asked.command()).orElse(null);
    if (command == null) {
      return "reply to " + asked.set() + "." + asked.command() + " " + Words.of(packet.data());
    }
    Fields fields = command.read(packet, sizes);
    if (command.name().equals("VirtualMachine.IDSizes")) {
      sizes = IdSizes.of(fields);
    }
    return "reply to " + command.name() + " " + Words.of(fields);
  }

  private String chunks(String before, Meaning meaning, byte[] data) {
    StringJoiner words = new StringJoiner(", ", before, "").setEmptyValue(before + "no chunk");
    for (RawChunk chunk : RawChunk.readAll(peer, data)) {
      words.add(Words.of(ChunkCodec.decode(meaning, chunk)));
    }
    return words.toString();
  }

  @Override
  public long pending(Direction direction) {
    Side side = side(direction);
    return side.handshake.pending() + side.packets.pending();
  }
}
