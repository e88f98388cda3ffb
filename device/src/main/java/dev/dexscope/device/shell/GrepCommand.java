package dev.dexscope.device.shell;

import dev.dexscope.device.script.PosixRegex;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code grep [-EFiRvcnlLqowxshHABCm] [-e PATTERN] [PATTERN] [FILE...]}. */
final class GrepCommand {
  private final Call call;
  private final Set<Character> options = new TreeSet<>();
  private final List<String> sources = new ArrayList<>();
  private final List<Pattern> patterns = new ArrayList<>();
  private List<String> names = List.of();
  private int most = Integer.MAX_VALUE;
  private int before;
  private int after;
  private boolean hasFound;
  private boolean isNamed;

  private GrepCommand(Call call) {
    this.call = call;
  }

  static int run(Call call) throws IOException {
    GrepCommand command = new GrepCommand(call);
    int exit = command.parse() ? command.search() : call.fail("Needs 1 argument");
    return command.sources.isEmpty() ? 2 : exit;
  }

  private boolean parse() throws IOException {
    options.addAll(
        call.name().equals("egrep")
            ? Set.of('E')
            : call.name().equals("fgrep") ? Set.of('F') : Set.of());
    OptionReader reader = new OptionReader(call.words(), "emABC", "color");
    while (reader.advance()) {
      switch (reader.name()) {
        case "e" -> sources.add(reader.value());
        case "m" -> most = SystemCommands.number(reader.value());
        case "A" -> after = SystemCommands.number(reader.value());
        case "B" -> before = SystemCommands.number(reader.value());
        case "C" -> after = before = SystemCommands.number(reader.value());
        default -> {
          if (reader.name().length() > 1 && !reader.name().startsWith("color")) {
            throw new IOException("Unknown option '" + reader.name() + "'");
          }
          options.add(reader.name().charAt(0));
        }
      }
    }
    List<String> others = new ArrayList<>(reader.others());
    if (sources.isEmpty() && !others.isEmpty()) {
      sources.add(others.removeFirst());
    }
    for (String source : sources) {
      for (String each : source.split("\n", -1)) {
        patterns.add(pattern(each));
      }
    }
    names = files(others);
    isNamed = has('H') || (!has('h') && (names.size() > 1 || has('r') || has('R')));
    return !sources.isEmpty();
  }

  private boolean has(char option) {
    return options.contains(option);
  }

  private Pattern pattern(String source) throws IOException {
    String text = has('F') ? Pattern.quote(source) : "";
    Pattern plain =
        has('F')
            ? Pattern.compile(text, has('i') ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0)
            : PosixRegex.compile(source, has('E'), has('i'));
    if (has('w')) {
      return Pattern.compile("(?<!\\w)(?:" + plain.pattern() + ")(?!\\w)", plain.flags());
    }
    return has('x') ? Pattern.compile("^(?:" + plain.pattern() + ")$", plain.flags()) : plain;
  }

  /** The files to search, with those of folders. */
  private List<String> files(List<String> named) throws IOException {
    if (!has('r') && !has('R')) {
      return named;
    }
    List<String> all = new ArrayList<>();
    for (String each : named.isEmpty() ? List.of(".") : named) {
      Path root = call.shell().host(each);
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(Files::isRegularFile)
            .sorted()
            .forEach(file -> {
              String inner = root.relativize(file).toString();
              all.add(inner.isEmpty() ? each : each.replaceFirst("/$", "") + "/" + inner);
            });
      }
    }
    return all;
  }

  private int search() {
    Call quiet =
        has('s')
            ? new Call(
                call.shell(),
                call.name(),
                call.words(),
                call.in(),
                call.out(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
            : call;
    int exit = InputLines.files(quiet, names, this::search);
    return hasFound ? 0 : exit == 0 ? 1 : 2;
  }

  private void search(String name, BufferedReader lines) throws IOException {
    String prefix = isNamed ? (name.equals(InputLines.INPUT) ? "(standard input)" : name) : "";
    int number = 0;
    int found = 0;
    int following = 0;
    int lastShown = 0;
    boolean isSilent = has('q') || has('c') || has('l') || has('L');
    Deque<String> earlier = new ArrayDeque<>();
    String line;
    while (found < most || following > 0) {
      line = lines.readLine();
      if (line == null) {
        break;
      }
      number++;
      boolean isFound = found < most && isMatch(line) != has('v');
      if (isFound) {
        found++;
        if (isSilent && !has('c')) {
          break;
        }
      }
      if (isSilent) {
        continue;
      }
      if (isFound) {
        if (before + after > 0 && lastShown > 0 && number - earlier.size() > lastShown + 1) {
          call.out().println("--");
        }
        int first = number - earlier.size();
        while (!earlier.isEmpty()) {
          print(prefix, first++, '-', earlier.removeFirst());
        }
        show(prefix, number, line);
        lastShown = number;
        following = after;
      } else if (following > 0) {
        following--;
        print(prefix, number, '-', line);
        lastShown = number;
      } else if (before > 0) {
        earlier.addLast(line);
        if (earlier.size() > before) {
          earlier.removeFirst();
        }
      }
    }
    hasFound |= has('L') ? found == 0 : found > 0;
    if (has('c')) {
      call.out().println((prefix.isEmpty() ? "" : prefix + ":") + found);
    } else if ((has('l') && found > 0) || (has('L') && found == 0)) {
      call.out().println(name.equals(InputLines.INPUT) ? "(standard input)" : name);
    }
  }

  private boolean isMatch(String line) {
    return patterns.stream().anyMatch(each -> PosixRegex.matcher(each, line).find());
  }

  private void show(String prefix, int number, String line) {
    if (!has('o')) {
      print(prefix, number, ':', line);
      return;
    }
    for (Pattern each : patterns) {
      Matcher matcher = PosixRegex.matcher(each, line);
      while (matcher.find()) {
        if (!matcher.group().isEmpty()) {
          print(prefix, number, ':', matcher.group());
        }
      }
    }
  }

  private void print(String prefix, int number, char separator, String line) {
    String shown = prefix.isEmpty() ? "" : prefix + separator;
    call.out().println(shown + (has('n') ? number + "" + separator : "") + line);
    // A log that is searched has no end.
    call.out().flush();
  }
}
