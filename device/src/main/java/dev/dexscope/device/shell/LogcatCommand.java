package dev.dexscope.device.shell;

import dev.dexscope.device.process.LogBuffer;
import dev.dexscope.observe.logcat.LogEntry;
import dev.dexscope.observe.logcat.LogFilter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Predicate;

/** {@code logcat}. */
final class LogcatCommand {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MM-dd HH:mm:ss.SSS", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  private boolean ends;
  private boolean clears;
  private long most = Long.MAX_VALUE;
  private long pid;
  private String format = "threadtime";
  private final StringBuilder filter = new StringBuilder();

  private LogcatCommand() {}

  static int run(Call call) throws IOException {
    LogcatCommand command = new LogcatCommand();
    command.parse(call);
    LogBuffer log = call.shell().device().log();
    if (command.clears) {
      log.clear();
      return 0;
    }
    command.print(log, call);
    return 0;
  }

  private void parse(Call call) throws IOException {
    for (int i = 0; i < call.words().size(); i++) {
      String word = call.words().get(i);
      String next = i + 1 < call.words().size() ? call.words().get(i + 1) : "";
      switch (word) {
        case "-d" -> ends = true;
        case "-c" -> clears = true;
        case "-s" -> filter.append("*:S ");
        case "-b" -> i++; // All messages are in one.
        case "-v" -> {
          format = next;
          i++;
        }
        case "-t", "-T" -> {
          most = SystemCommands.number(next);
          ends |= word.equals("-t");
          i++;
        }
        default -> {
          if (word.startsWith("--pid")) {
            String number = word.startsWith("--pid=") ? word.substring(6) : next;
            pid = SystemCommands.number(number);
            i += word.startsWith("--pid=") ? 0 : 1;
          } else if (word.startsWith("-v")) {
            format = word.substring(2);
          } else if (word.startsWith("-")) {
            throw new IOException("unknown option " + word);
          } else {
            filter.append(word).append(word.indexOf(':') < 0 ? ":V " : " ");
          }
        }
      }
    }
  }

  private void print(LogBuffer log, Call call) throws IOException {
    String tags = call.shell().variables().getOrDefault("ANDROID_LOG_TAGS", "");
    LogFilter wanted = LogFilter.parse(filter.isEmpty() ? tags : filter.toString());
    Predicate<LogEntry> shown = each -> wanted.shows(each) && (pid == 0 || each.pid() == pid);
    LogBuffer.Messages messages = log.from(0);
    long skipped = Math.max(0, messages.entries().stream().filter(shown).count() - most);
    call.out().println("--------- beginning of main");
    while (true) {
      for (LogEntry each : messages.entries()) {
        if (shown.test(each) && skipped-- <= 0) {
          call.out().print(text(each));
        }
      }
      call.out().flush();
      if (ends || call.out().checkError()) {
        return;
      }
      try {
        log.await(messages.next());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
      messages = log.from(messages.next());
    }
  }

  private String text(LogEntry entry) throws IOException {
    String time = TIME.format(entry.time());
    String head =
        switch (format) {
          case "threadtime" ->
              String.format(
                  Locale.ROOT,
                  "%s %5d %5d %c %-8s: ",
                  time,
                  entry.pid(),
                  entry.tid(),
                  entry.letter(),
                  entry.tag());
          case "time" ->
              String.format(
                  Locale.ROOT, "%s %c/%-8s(%5d): ", time, entry.letter(), entry.tag(), entry.pid());
          case "brief" ->
              String.format(
                  Locale.ROOT, "%c/%-8s(%5d): ", entry.letter(), entry.tag(), entry.pid());
          case "tag" -> String.format(Locale.ROOT, "%c/%-8s: ", entry.letter(), entry.tag());
          case "process" -> String.format(Locale.ROOT, "%c(%5d) ", entry.letter(), entry.pid());
          case "raw" -> "";
          case "long" ->
              String.format(
                  Locale.ROOT,
                  "[ %s %5d:%5d %c/%-8s ]%n",
                  time,
                  entry.pid(),
                  entry.tid(),
                  entry.letter(),
                  entry.tag());
          default -> throw new IOException("unknown format " + format);
        };
    if (format.equals("long")) {
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
}
