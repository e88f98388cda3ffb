package dev.dexscope.device.shell;

import dev.dexscope.device.script.Escapes;
import dev.dexscope.device.script.Glob;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Commands that change lines: {@code cut sort uniq tr rev tac nl tee seq yes}. */
final class LineCommands {
  /** As many lines as are sorted at once. */
  private static final int MOST_LINES = 1 << 20;

  private LineCommands() {}

  /** A range of {@code cut}: from 1 on. */
  private record Range(int first, int last) {
    static List<Range> list(String text) throws IOException {
      List<Range> all = new ArrayList<>();
      for (String each : text.split(",", -1)) {
        int dash = each.indexOf('-');
        String first = dash < 0 ? each : each.substring(0, dash);
        String last = dash < 0 ? each : each.substring(dash + 1);
        all.add(
            new Range(
                first.isEmpty() ? 1 : SystemCommands.number(first),
                last.isEmpty() ? Integer.MAX_VALUE : SystemCommands.number(last)));
      }
      return all;
    }

    static boolean isIn(List<Range> ranges, int number) {
      return ranges.stream().anyMatch(each -> number >= each.first && number <= each.last);
    }
  }

  /** {@code cut -c LIST | -b LIST | -f LIST [-d C] [-s]}. */
  static int cut(Call call) throws IOException {
    OptionReader options = new OptionReader(call.words(), "cbfdO", "output-delimiter");
    String list = "";
    String delimiter = "\t";
    String between = "";
    boolean isOfFields = false;
    boolean isStrict = false;
    while (options.advance()) {
      switch (options.name()) {
        case "c", "b" -> list = options.value();
        case "f" -> {
          list = options.value();
          isOfFields = true;
        }
        case "d" -> delimiter = options.value();
        case "O", "output-delimiter" -> between = options.value();
        case "s" -> isStrict = true;
        default -> throw new IOException("Unknown option '" + options.name() + "'");
      }
    }
    if (list.isEmpty()) {
      return call.fail("Must specify -bcf");
    }
    List<Range> ranges = Range.list(list);
    String separator = delimiter;
    String joined = between.isEmpty() ? delimiter : between;
    boolean ofFields = isOfFields;
    boolean strict = isStrict;
    return InputLines.all(
        call,
        options.others(),
        line -> {
          if (!ofFields) {
            StringBuilder shown = new StringBuilder();
            for (int i = 0; i < line.length(); i++) {
              shown.append(Range.isIn(ranges, i + 1) ? line.charAt(i) + "" : "");
            }
            call.out().println(shown);
          } else if (line.contains(separator)) {
            String[] fields = line.split(Pattern.quote(separator), -1);
            List<String> shown = new ArrayList<>();
            for (int i = 0; i < fields.length; i++) {
              if (Range.isIn(ranges, i + 1)) {
                shown.add(fields[i]);
              }
            }
            call.out().println(String.join(joined, shown));
          } else if (!strict) {
            call.out().println(line);
          }
          return true;
        });
  }

  private static List<String> lines(Call call, List<String> files) throws IOException {
    List<String> all = new ArrayList<>();
    InputLines.all(
        call,
        files,
        line -> {
          if (all.size() >= MOST_LINES) {
            throw new IOException("more than " + MOST_LINES + " lines");
          }
          return all.add(line);
        });
    return all;
  }

  /** {@code sort [-rnufbV] [-k FIELD] [-t C] [-o FILE]}. */
  static int sort(Call call) throws IOException {
    OptionReader options = new OptionReader(call.words(), "kto", "");
    Set<String> flags = new HashSet<>();
    List<String> keys = new ArrayList<>();
    String separator = "";
    String target = "";
    while (options.advance()) {
      switch (options.name()) {
        case "k" -> keys.add(options.value());
        case "t" -> separator = options.value();
        case "o" -> target = options.value();
        default -> flags.add(options.name());
      }
    }
    List<String> all = lines(call, options.others());
    Comparator<String> order = null;
    for (String each : keys) {
      Comparator<String> next = key(each, separator, flags);
      order = order == null ? next : order.thenComparing(next);
    }
    Comparator<String> whole = compare(flags);
    Comparator<String> used = order == null ? whole : order;
    // Lines with equal keys are in the order of their text, unless that is not wanted.
    boolean isStable = flags.contains("s") || flags.contains("u");
    all.sort(
        isStable
            ? used
            : used.thenComparing(
                flags.contains("r") ? Comparator.reverseOrder() : Comparator.naturalOrder()));
    List<String> shown = new ArrayList<>();
    for (String each : all) {
      if (!flags.contains("u") || shown.isEmpty() || used.compare(shown.getLast(), each) != 0) {
        shown.add(each);
      }
    }
    if (target.isEmpty()) {
      shown.forEach(call.out()::println);
    } else {
      try (OutputStream out = call.shell().write(target, false)) {
        for (String each : shown) {
          out.write((each + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    return 0;
  }

  private static Comparator<String> compare(Set<String> flags) {
    Comparator<String> order = Comparator.naturalOrder();
    if (flags.contains("n") || flags.contains("g")) {
      order = Comparator.comparingDouble(LineCommands::value);
    } else if (flags.contains("f")) {
      order = Comparator.comparing((String each) -> each.toUpperCase(Locale.ROOT));
    }
    return flags.contains("r") ? order.reversed() : order;
  }

  /** The number that a text begins with; 0 if there is none. */
  private static double value(String text) {
    String stripped = text.strip();
    int end = 0;
    while (end < stripped.length()
        && (Character.isDigit(stripped.charAt(end))
            || stripped.charAt(end) == '.'
            || (end == 0 && stripped.charAt(end) == '-'))) {
      end++;
    }
    try {
      return Double.parseDouble(stripped.substring(0, end));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** {@code FIRST[,LAST]}, each with letters of options. */
  private static Comparator<String> key(String text, String separator, Set<String> flags)
      throws IOException {
    String[] ends = text.split(",", 2);
    Set<String> own = new HashSet<>();
    for (String each : ends) {
      for (char letter : each.replaceAll("[\\d.]", "").toCharArray()) {
        own.add(letter + "");
      }
    }
    int first = SystemCommands.number(ends[0].replaceAll("\\D.*", ""));
    int last =
        ends.length == 1
            ? Integer.MAX_VALUE
            : SystemCommands.number(ends[1].replaceAll("\\D.*", ""));
    Function<String, String> field = line -> fields(line, separator, first, last);
    return Comparator.comparing(field, compare(own.isEmpty() ? flags : own));
  }

  private static String fields(String line, String separator, int first, int last) {
    String[] all =
        separator.isEmpty()
            ? line.split("(?<=\\S)(?=\\s)", -1)
            : line.split(Pattern.quote(separator), -1);
    List<String> wanted = new ArrayList<>();
    for (int i = Math.max(0, first - 1); i < all.length && i < last; i++) {
      wanted.add(all[i]);
    }
    return String.join(separator, wanted);
  }

  /** {@code uniq [-cdui] [FILE]}. */
  static int uniq(Call call) throws IOException {
    OptionReader options = new OptionReader(call.words(), "fsw", "");
    Set<String> flags = new HashSet<>();
    while (options.advance()) {
      flags.add(options.name());
    }
    @Nullable String[] last = {null};
    int[] count = {0};
    int exit =
        InputLines.all(
            call,
            options.others().subList(0, Math.min(1, options.others().size())),
            line -> {
              boolean isSame =
                  last[0] != null
                      && (flags.contains("i")
                          ? last[0].equalsIgnoreCase(line)
                          : last[0].equals(line));
              if (!isSame) {
                print(call, flags, last[0], count[0]);
                last[0] = line;
                count[0] = 0;
              }
              count[0]++;
              return true;
            });
    print(call, flags, last[0], count[0]);
    return exit;
  }

  private static void print(Call call, Set<String> flags, @Nullable String line, int count) {
    boolean isShown = (!flags.contains("d") || count > 1) && (!flags.contains("u") || count == 1);
    if (line != null && isShown) {
      call.out()
          .println((flags.contains("c") ? String.format(Locale.ROOT, "%7d ", count) : "") + line);
    }
  }

  /** {@code tr [-cds] SET1 [SET2]}. */
  static int tr(Call call) throws IOException {
    String flags = "";
    List<String> sets = new ArrayList<>();
    for (String each : call.words()) {
      if (sets.isEmpty() && each.matches("-[cCds]+")) {
        flags += each.substring(1).toLowerCase(Locale.ROOT);
      } else {
        sets.add(each);
      }
    }
    if (sets.isEmpty()) {
      return call.fail("Needs 1 argument");
    }
    boolean deletes = flags.contains("d");
    int[] map = map(sets, flags.contains("c"), deletes);
    boolean[] squeezed = new boolean[256];
    if (flags.contains("s")) {
      String set = characters(sets.getLast());
      boolean isOfFirst = sets.size() == 1 && flags.contains("c");
      for (int i = 0; i < squeezed.length; i++) {
        squeezed[i] = set.indexOf(i) >= 0 != isOfFirst;
      }
    }
    InputStream in = call.in();
    byte[] block = new byte[1 << 13];
    int length;
    int last = -1;
    while ((length = in.read(block)) > 0) {
      int kept = 0;
      for (int i = 0; i < length; i++) {
        int to = map[block[i] & 0xff];
        if (to >= 0 && !(squeezed[to] && to == last)) {
          block[kept++] = (byte) to;
          last = to;
        }
      }
      call.out().write(block, 0, kept);
    }
    return 0;
  }

  /** What each byte becomes; -1 for nothing. */
  private static int[] map(List<String> sets, boolean isInverse, boolean deletes) {
    String from = characters(sets.getFirst());
    if (isInverse) {
      StringBuilder others = new StringBuilder();
      for (char c = 0; c < 256; c++) {
        others.append(from.indexOf(c) < 0 ? c + "" : "");
      }
      from = others.toString();
    }
    String to = deletes || sets.size() == 1 ? "" : characters(sets.get(1));
    int[] map = new int[256];
    for (int i = 0; i < map.length; i++) {
      map[i] = i;
    }
    for (int i = from.length() - 1; i >= 0; i--) {
      int c = from.charAt(i) & 0xff;
      map[c] = deletes ? -1 : to.isEmpty() ? c : to.charAt(Math.min(i, to.length() - 1)) & 0xff;
    }
    return map;
  }

  private static String characters(String set) {
    String text = Escapes.expand(set);
    StringBuilder all = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int named = text.startsWith("[:", at) ? text.indexOf(":]", at) : -1;
      if (named > 0) {
        for (char c = 0; c < 0x80; c++) {
          all.append(Glob.isOf(text.substring(at + 2, named), c) ? c + "" : "");
        }
        at = named + 2;
      } else if (at + 2 < text.length() && text.charAt(at + 1) == '-') {
        for (int c = text.charAt(at); c <= text.charAt(at + 2); c++) {
          all.append((char) c);
        }
        at += 3;
      } else {
        all.append(text.charAt(at++));
      }
    }
    return all.toString();
  }

  static int rev(Call call) {
    return InputLines.all(
        call,
        call.words(),
        line -> {
          call.out().println(new StringBuilder(line).reverse());
          return true;
        });
  }

  static int tac(Call call) throws IOException {
    List<String> all = lines(call, call.words());
    Collections.reverse(all);
    all.forEach(call.out()::println);
    return 0;
  }

  static int nl(Call call) {
    int[] number = {0};
    return InputLines.all(
        call,
        call.words().stream().filter(each -> !each.startsWith("-")).toList(),
        line -> {
          call.out()
              .println(
                  line.isEmpty()
                      ? "       "
                      : String.format(Locale.ROOT, "%6d\t%s", ++number[0], line));
          return true;
        });
  }

  /** {@code tee [-a] [FILE...]}. */
  static int tee(Call call) throws IOException {
    List<OutputStream> files = new ArrayList<>();
    try {
      for (String each : call.words()) {
        if (!each.startsWith("-")) {
          files.add(call.shell().write(each, call.words().contains("-a")));
        }
      }
      byte[] block = new byte[1 << 13];
      int length;
      while ((length = call.in().read(block)) > 0) {
        for (OutputStream each : files) {
          each.write(block, 0, length);
        }
        call.out().write(block, 0, length);
        call.out().flush();
      }
    } finally {
      for (OutputStream each : files) {
        each.close();
      }
    }
    return 0;
  }

  /** {@code seq [-s TEXT] [-w] [FIRST [STEP]] LAST}. */
  static int seq(Call call) throws IOException {
    List<Double> numbers = new ArrayList<>();
    String separator = "\n";
    boolean isWhole = true;
    for (int i = 0; i < call.words().size(); i++) {
      String word = call.words().get(i);
      if (word.startsWith("-s") && word.length() > 2) {
        separator = word.substring(2);
      } else if (word.equals("-s")) {
        separator = ++i < call.words().size() ? call.words().get(i) : "";
      } else if (!word.equals("-w")) {
        try {
          numbers.add(Double.parseDouble(word));
          isWhole &= !word.contains(".");
        } catch (NumberFormatException e) {
          throw new IOException("not a number: " + word, e);
        }
      }
    }
    if (numbers.isEmpty() || numbers.size() > 3) {
      return call.fail("Needs 1 argument");
    }
    double first = numbers.size() > 1 ? numbers.getFirst() : 1;
    double step = numbers.size() == 3 ? numbers.get(1) : 1;
    double last = numbers.getLast();
    boolean isFirst = true;
    if (step == 0) {
      return call.fail("the step is 0");
    }
    double end = last + step * 1e-9;
    double value = first;
    for (long i = 1; step > 0 ? value <= end : value >= end; i++) {
      String shown = isWhole ? (long) value + "" : text(value);
      call.out().print((isFirst ? "" : separator) + shown);
      isFirst = false;
      value = first + i * step;
    }
    if (!isFirst) {
      call.out().println();
    }
    return 0;
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.6f", value)
        .replaceFirst("0+$", "")
        .replaceFirst("\\.$", "");
  }

  /** Ends when nobody reads it. */
  static int yes(Call call) {
    String line = call.words().isEmpty() ? "y" : String.join(" ", call.words());
    while (!Thread.currentThread().isInterrupted()) {
      call.out().println(line);
    }
    return 130;
  }

  /** {@code xargs [-0rt] [-n COUNT] [-I TEXT] [COMMAND [WORDS]]}. */
  static int xargs(Call call) throws IOException {
    List<String> words = new ArrayList<>(call.words());
    int most = 5000;
    String replaced = "";
    boolean isZero = false;
    boolean isNothing = false;
    while (!words.isEmpty() && words.getFirst().startsWith("-")) {
      String option = words.removeFirst();
      if (option.startsWith("-n") || option.startsWith("-L")) {
        most = SystemCommands.number(option.length() > 2 ? option.substring(2) : next(words));
      } else if (option.startsWith("-I")) {
        replaced = option.length() > 2 ? option.substring(2) : next(words);
      } else if (option.startsWith("-P") || option.startsWith("-s")) {
        next(option.length() > 2 ? new ArrayList<>() : words);
      }
      isZero |= option.equals("-0");
      isNothing |= option.equals("-r");
    }
    List<String> command = words.isEmpty() ? List.of("echo") : words;
    byte[] bytes = call.in().readNBytes(1 << 20);
    String text = new String(bytes, StandardCharsets.UTF_8);
    String separator = isZero ? "\0" : replaced.isEmpty() ? "\\s+" : "\n";
    List<String> items = new ArrayList<>();
    for (String each : text.split(separator, -1)) {
      if (!each.isEmpty()) {
        items.add(isZero ? each : unquoted(each.strip()));
      }
    }
    if (items.isEmpty() && (isNothing || !replaced.isEmpty())) {
      return 0;
    }
    int exit = 0;
    int at = 0;
    do {
      List<String> line = new ArrayList<>();
      if (replaced.isEmpty()) {
        line.addAll(command);
        line.addAll(items.subList(at, Math.min(items.size(), at + most)));
        at += most;
      } else {
        for (String each : command) {
          line.add(each.replace(replaced, items.get(at)));
        }
        at++;
      }
      int code = Shell.run(call.with(line.getFirst(), line.subList(1, line.size())));
      exit = code == 0 ? exit : code == 127 ? 127 : 123;
    } while (at < items.size() && !Thread.currentThread().isInterrupted());
    return exit;
  }

  private static String next(List<String> words) {
    return words.isEmpty() ? "" : words.removeFirst();
  }

  private static String unquoted(String item) {
    boolean isQuoted =
        item.length() > 1
            && (item.charAt(0) == '"' || item.charAt(0) == '\'')
            && item.endsWith(item.substring(0, 1));
    return isQuoted ? item.substring(1, item.length() - 1) : item;
  }
}
