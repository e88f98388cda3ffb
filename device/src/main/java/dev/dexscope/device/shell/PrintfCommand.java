package dev.dexscope.device.shell;

import dev.dexscope.device.script.CFormat;
import dev.dexscope.device.script.Escapes;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** {@code printf FORMAT [WORDS]}: the format is used again while there are words. */
final class PrintfCommand {
  private static final int MOST_WIDTH = 4096;

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> words;
  private boolean isEnded;
  private String problem = "";

  private PrintfCommand(Deque<String> words) {
    this.words = words;
  }

  static int run(Call call) throws IOException {
    if (call.words().isEmpty()) {
      return call.fail("Needs 1 argument");
    }
    PrintfCommand command =
        new PrintfCommand(new ArrayDeque<>(call.words().subList(1, call.words().size())));
    String format = call.words().getFirst();
    int left;
    do {
      left = command.words.size();
      command.format(format);
      call.out().print(command.out);
      command.out.setLength(0);
    } while (!command.isEnded && !command.words.isEmpty() && command.words.size() < left);
    return command.problem.isEmpty() ? 0 : call.fail(command.problem);
  }

  private void format(String format) throws IOException {
    int at = 0;
    StringBuilder text = new StringBuilder();
    while (at < format.length() && !isEnded) {
      char c = format.charAt(at++);
      if (c == '\\' && at < format.length()) {
        text.append(c).append(format.charAt(at++));
      } else if (c != '%') {
        text.append(c);
      } else if (format.startsWith("%", at)) {
        text.append('%');
        at++;
      } else {
        out.append(Escapes.expand(text.toString()));
        text.setLength(0);
        at = conversion(format, at);
      }
    }
    out.append(Escapes.expand(text.toString()));
  }

  private String next() {
    return words.isEmpty() ? "" : words.removeFirst();
  }

  private int conversion(String format, int begin) throws IOException {
    int at = begin;
    StringBuilder flags = new StringBuilder();
    while (at < format.length() && "-+ #0123456789.*".indexOf(format.charAt(at)) >= 0) {
      char c = format.charAt(at++);
      flags.append(c == '*' ? next() : c + "");
    }
    while (at < format.length() && "hlLqjzt".indexOf(format.charAt(at)) >= 0) {
      at++;
    }
    if (at == format.length()) {
      throw new IOException("bad format: no letter at its end");
    }
    char letter = format.charAt(at);
    try {
      var conversion = CFormat.Conversion.parse(flags.toString(), letter, MOST_WIDTH);
      out.append(convert(conversion, letter));
    } catch (IllegalArgumentException e) {
      throw new IOException("bad format: %" + flags + letter + ": " + e.getMessage(), e);
    }
    return at + 1;
  }

  private String convert(CFormat.Conversion conversion, char letter) {
    return switch (letter) {
      case 's' -> conversion.text(next());
      case 'b' -> {
        String text = next();
        int end = text.indexOf("\\c");
        isEnded |= end >= 0;
        yield conversion.text(Escapes.expand(end < 0 ? text : text.substring(0, end)));
      }
      case 'c' -> {
        String text = next();
        yield conversion.text(text.substring(0, Math.min(1, text.length())));
      }
      case 'd', 'i', 'u', 'x', 'X', 'o' -> conversion.whole(whole(next()));
      case 'e', 'E', 'f', 'F', 'g', 'G' -> conversion.real(real());
      default -> throw new IllegalArgumentException("no conversion");
    };
  }

  private long whole(String word) {
    if (word.isEmpty()) {
      return 0;
    }
    if (word.charAt(0) == '\'' || word.charAt(0) == '"') {
      return word.length() > 1 ? word.charAt(1) : 0;
    }
    try {
      return Long.decode(word.strip());
    } catch (NumberFormatException e) {
      problem = "not a number: " + word;
      String digits = word.strip().replaceFirst("^(-?\\d{0,18}).*", "$1");
      return digits.isEmpty() || digits.equals("-") ? 0 : Long.parseLong(digits);
    }
  }

  private double real() {
    String word = next();
    try {
      return word.isEmpty() ? 0 : Double.parseDouble(word);
    } catch (NumberFormatException e) {
      problem = "not a number: " + word;
      return 0;
    }
  }
}
