package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;
import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.adb.AdbMessage;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** adb's transport. */
final class AdbConversation implements Conversation {
  private final String peer;
  private final Map<Direction, PacketSplitter> messages = new EnumMap<>(Direction.class);

  AdbConversation(String peer) {
    this.peer = peer;
    for (Direction each : Direction.values()) {
      messages.put(each, new PacketSplitter(AdbMessage.HEADER, this::length));
    }
  }

  private long length(byte[] header) {
    return (long) AdbMessage.HEADER + AdbMessage.dataLength(peer, header, AdbMessage.MOST_DATA);
  }

  private PacketSplitter splitter(Direction direction) {
    PacketSplitter splitter = messages.get(direction);
    if (splitter == null) {
      throw new IllegalStateException(direction + " is not a direction");
    }
    return splitter;
  }

  @Override
  public void take(Direction direction, byte[] bytes, Consumer<String> lines) {
    splitter(direction).add(bytes, (packet, whole) -> lines.accept(line(packet, whole)));
  }

  private String line(byte[] packet, long whole) {
    WireReader in = WireReader.littleEndian(peer, packet);
    int command = in.i4();
    int arg0 = in.i4();
    int arg1 = in.i4();
    byte[] data = Arrays.copyOfRange(packet, AdbMessage.HEADER, packet.length);
    boolean isText = command == AdbMessage.CNXN || command == AdbMessage.OPEN;
    String words =
        isText
            ? "\"" + new AdbMessage(command, arg0, arg1, data).text() + "\""
            : data.length == 0 ? "" : whole - AdbMessage.HEADER + " bytes " + Words.of(data);
    return AdbMessage.name(command)
        + " "
        + Integer.toUnsignedString(arg0)
        + " "
        + Integer.toUnsignedString(arg1)
        + (words.isEmpty() ? "" : " " + words);
  }

  @Override
  public long pending(Direction direction) {
    return splitter(direction).pending();
  }
}
