package dev.dexscope.device.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** {@code date [-u] [-d @SECONDS] [-r FILE] [+FORMAT]}: the time of this machine. */
final class DateCommand {
  private static final String DEFAULT = "%a %b %e %H:%M:%S %Z %Y";

  private DateCommand() {}

  static int run(Call call) throws IOException {
    OptionReader options = new OptionReader(call.words(), "drD", "");
    ZoneId zone = ZoneId.systemDefault();
    Instant time = Instant.now();
    while (options.advance()) {
      switch (options.name()) {
        case "u" -> zone = ZoneOffset.UTC;
        case "d" -> {
          if (!options.value().matches("@\\d{1,12}")) {
            return call.fail("bad date '" + options.value() + "'; write @SECONDS");
          }
          time = Instant.ofEpochSecond(Long.parseLong(options.value().substring(1)));
        }
        case "r" ->
            time = Files.getLastModifiedTime(call.shell().host(options.value())).toInstant();
        default -> throw new IOException("Unknown option '" + options.name() + "'");
      }
    }
    String format = options.others().isEmpty() ? "+" + DEFAULT : options.others().getFirst();
    if (!format.startsWith("+")) {
      return call.fail("the clock is that of this machine");
    }
    call.out().println(text(format.substring(1), ZonedDateTime.ofInstant(time, zone)));
    return 0;
  }

  private static String text(String format, ZonedDateTime time) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      out.append(c == '%' && i + 1 < format.length() ? field(format.charAt(++i), time) : c + "");
    }
    return out.toString();
  }

  private static String field(char letter, ZonedDateTime time) {
    return switch (letter) {
      case 'n' -> "\n";
      case 't' -> "\t";
      case '%' -> "%";
      case 's' -> time.toEpochSecond() + "";
      case 'c' -> text("%a %b %e %H:%M:%S %Y", time);
      case 'D' -> text("%m/%d/%y", time);
      case 'e' -> String.format(Locale.ROOT, "%2d", time.getDayOfMonth());
      case 'k' -> String.format(Locale.ROOT, "%2d", time.getHour());
      case 'F' -> text("%Y-%m-%d", time);
      case 'R' -> text("%H:%M", time);
      case 'T' -> text("%H:%M:%S", time);
      case 'u' -> time.getDayOfWeek().getValue() + "";
      case 'w' -> time.getDayOfWeek().getValue() % 7 + "";
      case 'z' -> format("xx", time);
      case 'N' -> String.format(Locale.ROOT, "%09d", time.getNano());
      case 'Z' -> format("zzz", time).replace("Z", "UTC");
      case 'Y' -> format("uuuu", time);
      case 'y' -> format("uu", time);
      case 'm' -> format("MM", time);
      case 'd' -> format("dd", time);
      case 'H' -> format("HH", time);
      case 'I' -> format("hh", time);
      case 'M' -> format("mm", time);
      case 'S' -> format("ss", time);
      case 'j' -> format("DDD", time);
      case 'p' -> format("a", time);
      case 'a' -> format("EEE", time);
      case 'A' -> format("EEEE", time);
      case 'b', 'h' -> format("MMM", time);
      case 'B' -> format("MMMM", time);
      default -> "%" + letter;
    };
  }

  private static String format(String pattern, ZonedDateTime time) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
  }
}
