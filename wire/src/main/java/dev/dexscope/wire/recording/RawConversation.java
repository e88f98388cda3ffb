package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;
import java.util.function.Consumer;

/** Bytes that are shown as they are. */
final class RawConversation implements Conversation {
  @Override
  public void take(Direction direction, byte[] bytes, Consumer<String> lines) {
    lines.accept(bytes.length + " bytes " + Words.of(bytes));
  }

  @Override
  public long pending(Direction direction) {
    return 0;
  }
}
