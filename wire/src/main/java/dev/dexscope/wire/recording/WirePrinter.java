package dev.dexscope.wire.recording;

import dev.dexscope.wire.Direction;
import dev.dexscope.wire.WireFormatException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints a recording, a packet a line:
 *
 * <pre>
 *    0.001204  0 &gt; #1 VirtualMachine.Version
 *    0.001690  0 &lt; #1 reply to VirtualMachine.Version description="..." jdwpMajor=25 ...
 * </pre>
 *
 * <p>Seconds since the recording began, the link's number, the direction ({@code >} to the device),
 * the packet. What is no packet of the link's protocol is told, and the link is printed as bytes
 * from there on.
 */
public final class WirePrinter {
  private static final int SECONDS = 5;

  private final Appendable out;
  private final Map<Integer, Conversation> open = new HashMap<>();

  public WirePrinter(Appendable out) {
    this.out = out;
  }

  /** Prints all of a recording. */
  public void print(RecordingReader recording) throws IOException {
    out.append("# recorded ").append(recording.start().toString()).append('\n');
    @Nullable RecordingEntry entry;
    while ((entry = recording.next()) != null) {
      print(entry);
    }
  }

  private void print(RecordingEntry entry) throws IOException {
    switch (entry) {
      case RecordingEntry.Opened opened -> {
        open.put(opened.channel(), Conversation.of(opened.protocol(), opened.peer()));
        line(entry, ' ', opened.protocol() + " with " + opened.peer());
      }
      case RecordingEntry.Bytes bytes -> print(bytes);
      case RecordingEntry.Closed closed -> {
        Conversation conversation = open.remove(closed.channel());
        for (Direction each : Direction.values()) {
          long pending = conversation == null ? 0 : conversation.pending(each);
          if (pending > 0) {
            line(entry, arrow(each), pending + " bytes of a packet that did not end");
          }
        }
        if (conversation != null) {
          line(entry, ' ', "closed");
        }
      }
    }
  }

  private void print(RecordingEntry.Bytes bytes) throws IOException {
    // Bytes that were on their way when the link was closed.
    Conversation conversation = open.computeIfAbsent(bytes.channel(), _ -> new RawConversation());
    List<String> lines = new ArrayList<>();
    try {
      conversation.take(bytes.direction(), bytes.bytes(), lines::add);
    } catch (WireFormatException e) {
      lines.add("damaged: " + e.getMessage());
      open.put(bytes.channel(), new RawConversation());
    }
    for (String each : lines) {
      line(bytes, arrow(bytes.direction()), each);
    }
  }

  private static char arrow(Direction direction) {
    return direction == Direction.TO_DEVICE ? '>' : '<';
  }

  private void line(RecordingEntry entry, char arrow, String words) throws IOException {
    String micros = Long.toString(1_000_000 + entry.time() / 1000 % 1_000_000).substring(1);
    String seconds = Long.toString(entry.time() / 1_000_000_000);
    out.append(" ".repeat(Math.max(0, SECONDS - seconds.length())));
    out.append(seconds).append('.').append(micros).append("  ");
    out.append(Integer.toString(entry.channel())).append(' ').append(arrow).append(' ');
    out.append(Words.line(words)).append('\n');
  }
}
