package dev.dexscope.device.shell;

import dev.dexscope.observe.logcat.LogEntry;
import dev.dexscope.wire.WireWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** The forms in which {@code logcat} prints a message. */
record LogFormat(String name) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MM-dd HH:mm:ss.SSS", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  private static final Set<String> NAMES =
      Set.of("threadtime", "time", "brief", "tag", "process", "raw", "long");

  /** Options of a format, which change nothing that is read from it. */
  private static final Set<String> MODIFIERS =
      Set.of("color", "colour", "descriptive", "printable", "uid", "usec", "year", "zone");

  /** {@code struct logger_entry} of log/log_read.h, in its last version. */
  private static final int HEADER = 28;

  private static final int MOST_PAYLOAD = 4068;

  static final LogFormat DEFAULT = new LogFormat("threadtime");

  /** Returns the format after an option {@code -v}: a modifier changes none. */
  LogFormat with(String word) throws IOException {
    if (MODIFIERS.contains(word)) {
      return this;
    }
    if (!NAMES.contains(word)) {
      throw new IOException("Invalid parameter \"" + word + "\" to -v");
    }
    return new LogFormat(word);
  }

  String text(LogEntry entry) {
    String head = head(entry);
    if (name.equals("long")) {
      return head + entry.message() + "\n\n";
    }
    var text = new StringBuilder();
    String message = entry.message();
    String body = message.endsWith("\n") ? message.substring(0, message.length() - 1) : message;
    for (String line : body.split("\n", -1)) {
      text.append(head).append(line).append('\n');
    }
    return text.toString();
  }

  private String head(LogEntry entry) {
    String time = TIME.format(entry.time());
    long pid = entry.pid();
    char letter = entry.letter();
    String tag = entry.tag();
    return switch (name) {
      case "time" -> String.format(Locale.ROOT, "%s %c/%-8s(%5d): ", time, letter, tag, pid);
      case "brief" -> String.format(Locale.ROOT, "%c/%-8s(%5d): ", letter, tag, pid);
      case "tag" -> String.format(Locale.ROOT, "%c/%-8s: ", letter, tag);
      case "process" -> String.format(Locale.ROOT, "%c(%5d) ", letter, pid);
      case "raw" -> "";
      case "long" ->
          String.format(
              Locale.ROOT, "[ %s %5d:%5d %c/%-8s ]%n", time, pid, entry.tid(), letter, tag);
      default ->
          String.format(Locale.ROOT, "%s %5d %5d %c %-8s: ", time, pid, entry.tid(), letter, tag);
    };
  }

  /** As the log's daemon sends it, for {@code logcat -B}. */
  static byte[] binary(LogEntry entry, int uid) {
    Instant time = entry.time();
    byte[] tag = entry.tag().getBytes(StandardCharsets.UTF_8);
    byte[] message = entry.message().getBytes(StandardCharsets.UTF_8);
    WireWriter text = WireWriter.littleEndian().u1(entry.priority()).bytes(tag).u1(0);
    byte[] whole = text.bytes(message).toBytes();
    int length = Math.min(whole.length, MOST_PAYLOAD - 1);
    return WireWriter.littleEndian()
        .u2(length + 1)
        .u2(HEADER)
        .i4((int) entry.pid())
        .i4((int) entry.tid())
        .i4((int) time.getEpochSecond())
        .i4(time.getNano())
        .i4(entry.buffer())
        .i4(uid)
        .bytes(Arrays.copyOf(whole, length + 1))
        .toBytes();
  }
}
