package dev.dexscope.device.shell;

import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.process.LogBuffer;
import dev.dexscope.device.process.VmProcess;
import dev.dexscope.device.script.BoundedText;
import dev.dexscope.observe.logcat.LogEntry;
import dev.dexscope.observe.logcat.LogFilter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** {@code logcat}. */
final class LogcatCommand {
  private static final int KILO = 1024;

  private enum Action {
    PRINT,
    CLEAR,
    PRINT_SIZE,
    SET_SIZE,
    PRINT_STATISTICS
  }

  private Action action = Action.PRINT;
  private boolean ends;
  private boolean isBinary;
  private long last = Long.MAX_VALUE;
  private long most = Long.MAX_VALUE;
  private @Nullable Instant since;
  private @Nullable Pattern pattern;
  private long pid;
  private int size;
  private LogFormat format = LogFormat.DEFAULT;
  private final StringBuilder filter = new StringBuilder();

  private static final int MOST_MILLIS = 200;

  private LogcatCommand() {}

  static int run(Call call) throws IOException {
    LogcatCommand command = new LogcatCommand();
    OptionReader options =
        new OptionReader(call.words(), "bvtTemG", "buffer format regex max-count pid");
    while (options.advance()) {
      command.take(options.name(), options);
    }
    for (String each : options.others()) {
      command.filter.append(each).append(each.indexOf(':') < 0 ? ":V " : " ");
    }
    LogBuffer log = call.shell().device().log();
    switch (command.action) {
      case CLEAR -> log.clear();
      case PRINT_SIZE -> printSize(log, call);
      case SET_SIZE -> log.limit(command.size);
      case PRINT_STATISTICS -> printStatistics(log, call);
      case PRINT -> command.print(log, call);
    }
    return 0;
  }

  private void take(String option, OptionReader options) throws IOException {
    switch (option) {
      case "d" -> ends = true;
      case "c", "clear" -> action = Action.CLEAR;
      case "g", "buffer-size" -> {
        action = options.value().isEmpty() ? Action.PRINT_SIZE : Action.SET_SIZE;
        size = options.value().isEmpty() ? 0 : bytes(options.value());
      }
      case "G" -> {
        action = Action.SET_SIZE;
        size = bytes(options.value());
      }
      case "S", "statistics" -> action = Action.PRINT_STATISTICS;
      case "B", "binary" -> isBinary = true;
      case "s" -> filter.append("*:S ");
      case "v", "format" -> {
        for (String each : options.value().split("[ ,]+", -1)) {
          format = format.with(each);
        }
      }
      case "t", "T" -> {
        ends |= option.equals("t");
        if (options.value().matches("\\d+")) {
          last = SystemCommands.number(options.value());
        } else {
          since = time(options.value());
        }
      }
      case "e", "regex" -> pattern = pattern(options.value());
      case "m", "max-count" -> most = SystemCommands.number(options.value());
      case "pid" -> pid = SystemCommands.number(options.value());
      // All messages are in one buffer; those of the last start and the wrapped ones are no others.
      case "b", "buffer", "D", "dividers", "L", "last", "wrap", "print" -> {}
      default -> throw new IOException("unknown option -" + option);
    }
  }

  private static Pattern pattern(String text) throws IOException {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new IOException("Invalid regex \"" + text + "\"", e);
    }
  }

  /** Reads a size such as {@code 1M}. */
  private static int bytes(String text) throws IOException {
    if (!text.matches("\\d{1,9}[kKmM]?")) {
      throw new IOException("Invalid parameter \"" + text + "\" to -G");
    }
    char unit = Character.toUpperCase(text.charAt(text.length() - 1));
    long number =
        Long.parseLong(Character.isDigit(unit) ? text : text.substring(0, text.length() - 1));
    long bytes = unit == 'M' ? number * KILO * KILO : unit == 'K' ? number * KILO : number;
    if (bytes < LogBuffer.LEAST_LIMIT || bytes > LogBuffer.MOST_LIMIT) {
      throw new IOException("failed to set the log size: from 64K to 64M, not " + text);
    }
    return (int) bytes;
  }

  /** Reads {@code 11-28 14:20:00.000}, also with a year before it, or seconds with a fraction. */
  private static Instant time(String text) throws IOException {
    try {
      if (text.matches("\\d{1,12}\\.\\d{1,9}")) {
        int point = text.indexOf('.');
        String nanos = (text.substring(point + 1) + "000000000").substring(0, 9);
        return Instant.ofEpochSecond(
            Long.parseLong(text.substring(0, point)), Long.parseLong(nanos));
      }
      ZoneId zone = ZoneId.systemDefault();
      DateTimeFormatter reader =
          new DateTimeFormatterBuilder()
              .appendPattern("[uuuu-]MM-dd HH:mm:ss[.SSS]")
              .parseDefaulting(ChronoField.YEAR, Year.now(zone).getValue())
              .toFormatter(Locale.ROOT);
      return LocalDateTime.parse(text, reader).atZone(zone).toInstant();
    } catch (DateTimeException e) {
      throw new IOException("Invalid parameter \"" + text + "\" to -t or -T", e);
    }
  }

  private static void printSize(LogBuffer log, Call call) {
    LogBuffer.Use use = log.use();
    for (String each : new String[] {"main", "system", "crash"}) {
      int used = each.equals("main") ? use.length() : 0;
      call.out()
          .printf(
              Locale.ROOT,
              "%s: ring buffer is %d KiB (%d KiB consumed), max entry is 5120 B, max payload is 4068 B%n",
              each,
              use.limit() / KILO,
              (used + KILO - 1) / KILO);
    }
  }

  private static void printStatistics(LogBuffer log, Call call) {
    LogBuffer.Use use = log.use();
    call.out()
        .printf(
            Locale.ROOT,
            "size/num main%nTotal    %d/%d%nNow      %d/%d%n",
            use.allLength(),
            use.allCount(),
            use.length(),
            use.count());
  }

  private boolean matches(LogEntry entry) {
    Pattern wanted = pattern;
    Instant first = since;
    return (pid == 0 || entry.pid() == pid)
        && (first == null || !entry.time().isBefore(first))
        && (wanted == null || wanted.matcher(new BoundedText(entry.message())).find());
  }

  private void print(LogBuffer log, Call call) throws IOException {
    String tags = call.shell().variables().get("ANDROID_LOG_TAGS", "");
    LogFilter wanted = LogFilter.parse(filter.isEmpty() ? tags : filter.toString());
    Predicate<LogEntry> shown = each -> wanted.shows(each) && matches(each);
    LogBuffer.Messages messages = log.from(0);
    long skipped = Math.max(0, messages.entries().stream().filter(shown).count() - last);
    long left = most;
    if (!isBinary) {
      call.out().println("--------- beginning of main");
    }
    while (true) {
      for (LogEntry each : messages.entries()) {
        if (left > 0 && shown.test(each) && skipped-- <= 0) {
          print(each, call);
          left--;
        }
      }
      call.out().flush();
      if (ends || left <= 0 || call.out().checkError()) {
        return;
      }
      try {
        // Now and then, it looks whether somebody still reads what it writes.
        log.await(messages.next(), MOST_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
      messages = log.from(messages.next());
    }
  }

  private void print(LogEntry entry, Call call) {
    if (isBinary) {
      call.out().writeBytes(LogFormat.binary(entry, uid(entry, call)));
    } else {
      call.out().print(format.text(entry));
    }
  }

  /** Returns the user of the process, if it still runs. */
  private static int uid(LogEntry entry, Call call) {
    return call.shell()
        .device()
        .processes()
        .find(entry.pid())
        .map(VmProcess::request)
        .map(StartRequest::uid)
        .orElse(0);
  }
}
