package dev.dexscope.device.shell;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Queue;

/** The commands that most often follow a pipe. */
final class TextCommands {
  private static final String LINES = "10";
  private static final int BLOCK = 1 << 16;

  /** The input's name among those of files. */
  private static final String INPUT = "-";

  /** Lines, words, bytes, characters. */
  private static final String COUNTED = "lwcm";

  private TextCommands() {}

  /** An operation on each file. */
  private interface Use {
    void of(InputStream in, String name) throws IOException;
  }

  /**
   * Opens the files, or the input if there are none; failures are reported, and the others follow.
   */
  private static int each(Call call, List<String> files, Use use) {
    int exit = 0;
    for (String name : files.isEmpty() ? List.of(INPUT) : files) {
      try {
        if (name.equals(INPUT)) {
          use.of(new BufferedInputStream(call.in()), name);
        } else {
          try (InputStream in = new BufferedInputStream(call.shell().open(name))) {
            use.of(in, name);
          }
        }
      } catch (IOException e) {
        exit = call.fail(name + ": " + FileCommands.reason(e));
      }
    }
    return exit;
  }

  /** The words of {@code head} and {@code tail}: how much of which files. */
  private record Amount(boolean isInBytes, String number, String flags, List<String> files) {
    /**
     * Parses them as toybox does: options in any place, several after one dash, numbers after their
     * letter or in the next word, and a number alone is one of lines.
     *
     * @param known letters without a number
     */
    static Amount of(Call call, String known) throws IOException {
      List<String> files = new ArrayList<>();
      StringBuilder flags = new StringBuilder();
      boolean isInBytes = false;
      String number = LINES;
      Iterator<String> words = call.words().iterator();
      while (words.hasNext()) {
        String word = words.next();
        if (word.equals("--")) {
          words.forEachRemaining(files::add);
        } else if (!word.startsWith("-") || word.equals(INPUT)) {
          files.add(word);
        } else if (word.matches("-\\d+")) {
          isInBytes = false;
          number = word.substring(1);
        } else {
          int at = 1;
          while (at < word.length() && known.indexOf(word.charAt(at)) >= 0) {
            flags.append(word.charAt(at++));
          }
          if (at < word.length()) {
            char letter = word.charAt(at);
            if (letter != 'n' && letter != 'c') {
              throw new IOException("Unknown option '" + letter + "'");
            }
            isInBytes = letter == 'c';
            number = word.substring(at + 1);
            if (number.isEmpty()) {
              if (!words.hasNext()) {
                throw new IOException("Missing argument to " + letter);
              }
              number = words.next();
            }
          }
        }
      }
      return new Amount(isInBytes, number, flags.toString(), files);
    }

    long parse(String digits) throws IOException {
      if (!digits.matches("\\d{1,18}")) {
        throw new IOException("not a number: " + number);
      }
      return Long.parseLong(digits);
    }
  }

  /** {@code head [-n LINES | -c BYTES] [-qv] [FILE...]}. */
  static int head(Call call) throws IOException {
    Amount amount = Amount.of(call, "qv");
    long most = amount.parse(amount.number);
    boolean isNamed =
        amount.flags.contains("v") || (amount.files.size() > 1 && !amount.flags.contains("q"));
    boolean[] isFirst = {true};
    return each(
        call,
        amount.files,
        (in, name) -> {
          if (isNamed) {
            call.out().print((isFirst[0] ? "" : "\n") + "==> " + name + " <==\n");
          }
          isFirst[0] = false;
          var out = new BufferedOutputStream(call.out());
          int next;
          for (long left = most; left > 0 && (next = in.read()) >= 0; ) {
            out.write(next);
            if (next == '\n') {
              out.flush();
            }
            left -= amount.isInBytes || next == '\n' ? 1 : 0;
          }
          out.flush();
        });
  }

  /**
   * {@code tail [-n [+]LINES | -c [+]BYTES] [FILE...]}; a plus precedes the number of the first
   * one.
   */
  static int tail(Call call) throws IOException {
    Amount amount = Amount.of(call, "");
    boolean isFromStart = amount.number.startsWith("+");
    String digits = amount.number.replaceFirst("^[+-]", "");
    long number = amount.parse(digits);
    boolean[] isFirst = {true};
    return each(
        call,
        amount.files,
        (in, name) -> {
          if (amount.files.size() > 1) {
            call.out().print((isFirst[0] ? "" : "\n") + "==> " + name + " <==\n");
          }
          isFirst[0] = false;
          if (isFromStart) {
            skip(in, number - 1, amount.isInBytes);
            in.transferTo(call.out());
          } else if (amount.isInBytes) {
            lastBytes(in, number).writeTo(call.out());
          } else {
            for (byte[] line : lastLines(in, number)) {
              call.out().write(line);
            }
          }
        });
  }

  private static void skip(InputStream in, long number, boolean isInBytes) throws IOException {
    int next;
    for (long left = number; left > 0 && (next = in.read()) >= 0; ) {
      left -= isInBytes || next == '\n' ? 1 : 0;
    }
  }

  private static ByteArrayOutputStream lastBytes(InputStream in, long number) throws IOException {
    var last = new ByteArrayOutputStream();
    byte[] block = in.readNBytes(BLOCK);
    while (block.length > 0) {
      last.write(block);
      block = in.readNBytes(BLOCK);
      // Seldom enough that what is kept is not copied again and again.
      if (last.size() > 2 * number + BLOCK) {
        last = end(last, number);
      }
    }
    return end(last, number);
  }

  private static ByteArrayOutputStream end(ByteArrayOutputStream whole, long number) {
    int length = (int) Math.min(number, whole.size());
    var end = new ByteArrayOutputStream();
    end.write(whole.toByteArray(), whole.size() - length, length);
    return end;
  }

  private static Queue<byte[]> lastLines(InputStream in, long number) throws IOException {
    Queue<byte[]> last = new ArrayDeque<>();
    var line = new ByteArrayOutputStream();
    int next;
    do {
      next = in.read();
      if (next >= 0) {
        line.write(next);
      }
      if (next == '\n' || (next < 0 && line.size() > 0)) {
        last.add(line.toByteArray());
        line.reset();
        if (last.size() > number) {
          last.remove();
        }
      }
    } while (next >= 0);
    return last;
  }

  /** {@code wc [-lwcm] [FILE...]}: lines, words, bytes, characters, in this order. */
  static int wc(Call call) throws IOException {
    List<String> files = new ArrayList<>();
    StringBuilder letters = new StringBuilder();
    for (String word : call.words()) {
      if (word.startsWith("-") && !word.equals(INPUT)) {
        letters.append(word.substring(1));
      } else {
        files.add(word);
      }
    }
    if (!letters.toString().matches("[lwcm]*")) {
      return call.fail("Unknown option in -" + letters);
    }
    String shown = letters.isEmpty() ? "lwc" : letters.toString();
    boolean isWide = files.size() > 1 || (files.isEmpty() && shown.chars().distinct().count() > 1);
    long[] totals = new long[COUNTED.length()];
    int exit =
        each(
            call,
            files,
            (in, name) -> {
              long[] counts = count(in);
              for (int i = 0; i < counts.length; i++) {
                totals[i] += counts[i];
              }
              call.out().println(row(counts, shown, isWide) + (files.isEmpty() ? "" : " " + name));
            });
    if (files.size() > 1) {
      call.out().println(row(totals, shown, isWide) + " total");
    }
    return exit;
  }

  /** In the order of {@link #COUNTED}. */
  private static long[] count(InputStream in) throws IOException {
    long[] counts = new long[COUNTED.length()];
    boolean isInWord = false;
    int next;
    while ((next = in.read()) >= 0) {
      boolean isSpace = next == ' ' || (next >= '\t' && next <= '\r');
      counts[0] += next == '\n' ? 1 : 0;
      counts[1] += !isSpace && !isInWord ? 1 : 0;
      counts[2]++;
      // In UTF-8 each character has exactly one byte that is not a continuation byte.
      counts[3] += (next & 0xc0) != 0x80 ? 1 : 0;
      isInWord = !isSpace;
    }
    return counts;
  }

  private static String row(long[] counts, String shown, boolean isWide) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      if (shown.indexOf(COUNTED.charAt(i)) >= 0) {
        columns.add(isWide ? String.format(Locale.ROOT, "%7d", counts[i]) : counts[i] + "");
      }
    }
    return String.join(" ", columns);
  }
}
