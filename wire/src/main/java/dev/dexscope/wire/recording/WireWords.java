package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;
import dev.dexscope.wire.WireFormatException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Describes the entries of a recording, a line for each packet. A violation of the link's protocol
 * is reported, and the link is shown as bytes from there on.
 *
 * <pre>{@code
 * WireWords words = new WireWords(line -> System.out.println(line.words()));
 * words.take(entry);
 * }</pre>
 */
public final class WireWords {
  private final Consumer<WireLine> lines;
  private final Map<Integer, Conversation> open = new HashMap<>();

  public WireWords(Consumer<WireLine> lines) {
    this.lines = lines;
  }

  /** The next entry. */
  public void take(RecordingEntry entry) {
    switch (entry) {
      case RecordingEntry.Opened opened -> {
        open.put(opened.channel(), Conversation.of(opened.protocol(), opened.peer()));
        line(entry, opened.protocol() + " with " + opened.peer());
      }
      case RecordingEntry.Bytes bytes -> take(bytes);
      case RecordingEntry.Closed closed -> {
        Conversation conversation = open.remove(closed.channel());
        for (Direction each : Direction.values()) {
          long pending = conversation == null ? 0 : conversation.pending(each);
          if (pending > 0) {
            packet(entry, each, pending + " bytes of a packet that did not end");
          }
        }
        if (conversation != null) {
          line(entry, "closed");
        }
      }
    }
  }

  private void take(RecordingEntry.Bytes bytes) {
    // Bytes that were on their way when the link was closed.
    Conversation conversation = open.computeIfAbsent(bytes.channel(), _ -> new RawConversation());
    List<String> packets = new ArrayList<>();
    try {
      conversation.take(bytes.direction(), bytes.bytes(), packets::add);
    } catch (WireFormatException e) {
      packets.add("damaged: " + e.getMessage());
      open.put(bytes.channel(), new RawConversation());
    }
    for (String each : packets) {
      packet(bytes, bytes.direction(), each);
    }
  }

  private void line(RecordingEntry entry, String words) {
    lines.accept(new WireLine(entry.time(), entry.channel(), null, Words.line(words)));
  }

  private void packet(RecordingEntry entry, Direction direction, String words) {
    lines.accept(new WireLine(entry.time(), entry.channel(), direction, Words.line(words)));
  }
}
