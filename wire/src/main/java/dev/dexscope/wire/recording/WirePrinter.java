package dev.dexscope.wire.recording;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
 * the packet ({@link WireWords}).
 */
public final class WirePrinter {
  private static final int SECONDS = 5;

  private final Appendable out;

  public WirePrinter(Appendable out) {
    this.out = out;
  }

  /**
   * Prints all of a recording.
   *
   * @throws IOException if an I/O error occurs
   */
  public void print(RecordingReader recording) throws IOException {
    out.append("# recorded ").append(recording.start().toString()).append('\n');
    List<WireLine> lines = new ArrayList<>();
    WireWords words = new WireWords(lines::add);
    @Nullable RecordingEntry entry;
    while ((entry = recording.next()) != null) {
      words.take(entry);
      for (WireLine each : lines) {
        print(each);
      }
      lines.clear();
    }
  }

  private void print(WireLine line) throws IOException {
    String micros = Long.toString(1_000_000 + line.time() / 1000 % 1_000_000).substring(1);
    String seconds = Long.toString(line.time() / 1_000_000_000);
    out.append(" ".repeat(Math.max(0, SECONDS - seconds.length())));
    out.append(seconds).append('.').append(micros).append("  ");
    out.append(Integer.toString(line.channel())).append(' ').append(line.arrow()).append(' ');
    out.append(line.words()).append('\n');
  }
}
