package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;
import dev.dexscope.wire.WireFormatException;
import java.util.function.Consumer;

/** One link of a recording in words. */
sealed interface Conversation permits AdbConversation, JdwpConversation, RawConversation {
  /**
   * Adds the next bytes of a direction.
   *
   * @param lines receives a line for each packet that is now complete
   * @throws WireFormatException if they violate the protocol
   */
  void take(Direction direction, byte[] bytes, Consumer<String> lines);

  /** Returns how many bytes of a packet have come that has not ended. */
  long pending(Direction direction);

  static Conversation of(Protocol protocol, String peer) {
    return switch (protocol) {
      case RAW -> new RawConversation();
      case JDWP -> new JdwpConversation(peer);
      case ADB -> new AdbConversation(peer);
    };
  }
}
