package dev.dexscope.device.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;

/** What stands behind a pipe most often. */
final class TextCommands {
  private static final int LINES = 10;

  private TextCommands() {}

  private interface Lines {
    /** Takes one; whether it wants more. */
    boolean take(String line);
  }

  /** Gives the lines of the files, or of the input. */
  private static int read(Call call, List<String> files, Lines lines) throws IOException {
    if (files.isEmpty()) {
      read(new BufferedReader(new InputStreamReader(call.in(), StandardCharsets.UTF_8)), lines);
    }
    for (String each : files) {
      try (var in =
          new BufferedReader(
              new InputStreamReader(
                  call.shell().device().files().open(call.shell().absolute(each)),
                  StandardCharsets.UTF_8))) {
        read(in, lines);
      }
    }
    return 0;
  }

  private static void read(BufferedReader in, Lines lines) throws IOException {
    String line = in.readLine();
    while (line != null && lines.take(line)) {
      line = in.readLine();
    }
  }

  /** Looks for a text, not for a pattern. */
  static int grep(Call call) throws IOException {
    List<String> words = new ArrayList<>(call.words());
    String options = "";
    while (!words.isEmpty() && words.getFirst().startsWith("-")) {
      options += words.removeFirst();
    }
    if (words.isEmpty()) {
      return call.fail("Needs 1 argument");
    }
    boolean ignoresCase = options.contains("i");
    boolean isInverse = options.contains("v");
    String wanted = ignoresCase ? words.getFirst().toLowerCase(Locale.ROOT) : words.getFirst();
    int[] found = new int[1];
    boolean isCounting = options.contains("c");
    read(
        call,
        words.subList(1, words.size()),
        line -> {
          String text = ignoresCase ? line.toLowerCase(Locale.ROOT) : line;
          if (text.contains(wanted) != isInverse) {
            found[0]++;
            if (!isCounting) {
              call.out().println(line);
            }
          }
          return true;
        });
    if (isCounting) {
      call.out().println(found[0]);
    }
    return found[0] == 0 ? 1 : 0;
  }

  /** The number behind {@code -n}, and the files. */
  private record Amount(int lines, List<String> files) {
    static Amount of(Call call) throws IOException {
      List<String> files = new ArrayList<>(call.words());
      int lines = LINES;
      if (!files.isEmpty() && files.getFirst().startsWith("-")) {
        String option = files.removeFirst().substring(1);
        String number =
            option.equals("n") && !files.isEmpty()
                ? files.removeFirst()
                : option.startsWith("n") ? option.substring(1) : option;
        try {
          lines = Integer.parseInt(number);
        } catch (NumberFormatException e) {
          throw new IOException("no number: " + number, e);
        }
      }
      return new Amount(lines, files);
    }
  }

  static int head(Call call) throws IOException {
    Amount amount = Amount.of(call);
    int[] left = {amount.lines};
    return read(
        call,
        amount.files,
        line -> {
          if (left[0]-- > 0) {
            call.out().println(line);
          }
          return left[0] > 0;
        });
  }

  static int tail(Call call) throws IOException {
    Amount amount = Amount.of(call);
    Queue<String> last = new ArrayDeque<>();
    read(
        call,
        amount.files,
        line -> {
          last.add(line);
          if (last.size() > amount.lines) {
            last.remove();
          }
          return true;
        });
    last.forEach(call.out()::println);
    return 0;
  }

  static int wc(Call call) throws IOException {
    List<String> files = call.words().stream().filter(each -> !each.startsWith("-")).toList();
    long[] sums = new long[3];
    read(
        call,
        files,
        line -> {
          sums[0]++;
          sums[1] += line.isBlank() ? 0 : line.strip().split("\\s+").length;
          sums[2] += line.getBytes(StandardCharsets.UTF_8).length + 1;
          return true;
        });
    if (call.words().contains("-l")) {
      call.out().println(sums[0]);
    } else {
      call.out().printf(Locale.ROOT, "%7d %7d %7d%n", sums[0], sums[1], sums[2]);
    }
    return 0;
  }
}
