package dev.dexscope.device.shell;

import dev.dexscope.device.script.PosixRegex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code sed [-nEri] [-e SCRIPT] [SCRIPT] [FILE...]}: with all commands but {@code r w l e}. */
final class SedCommand {
  /** As many characters as all commands together may see. */
  private static final long MOST_STEPS = 200_000_000;

  private static final int MOST_CHARS = 1 << 20;

  /** Where a command applies: a line's number, a pattern, or the last line. */
  private record Address(int line, @Nullable Pattern pattern, boolean isLast) {}

  /** One command; for a block, {@code target} is the one after its end. */
  private static final class Step {
    @Nullable Address from;
    @Nullable Address to;
    boolean isNegated;
    boolean isInRange;
    int end;
    char letter;
    String text = "";
    String flags = "";
    @Nullable Pattern pattern;
    int target;
  }

  private final Call call;
  private final List<Step> commands = new ArrayList<>();
  private final Map<String, Integer> labels = new HashMap<>();
  private final StringBuilder after = new StringBuilder();
  private boolean isQuiet;
  private boolean isExtended;
  private boolean isInPlace;
  private String script = "";
  private int at;

  private List<String> lines = List.of();
  private int next;
  private String space = "";
  private String hold = "";
  private StringBuilder out = new StringBuilder();
  private long steps;
  private int exit;

  private SedCommand(Call call) {
    this.call = call;
  }

  static int run(Call call) throws IOException {
    return new SedCommand(call).run();
  }

  private int run() throws IOException {
    OptionReader options = new OptionReader(call.words(), "ef", "");
    List<String> scripts = new ArrayList<>();
    while (options.advance()) {
      switch (options.name()) {
        case "n" -> isQuiet = true;
        case "E", "r" -> isExtended = true;
        case "i" -> isInPlace = true;
        case "e" -> scripts.add(options.value());
        case "f" -> scripts.add(read(options.value()));
        case "s" -> {}
        default -> throw new IOException("Unknown option '" + options.name() + "'");
      }
    }
    List<String> files = new ArrayList<>(options.others());
    if (scripts.isEmpty()) {
      if (files.isEmpty()) {
        return call.fail("no script");
      }
      scripts.add(files.removeFirst());
    }
    script = String.join("\n", scripts);
    parse();
    if (isInPlace) {
      for (String each : files) {
        edit(lines(List.of(each)));
        Files.writeString(call.shell().hostToWrite(each), out, StandardCharsets.UTF_8);
        out.setLength(0);
      }
      return exit;
    }
    List<String> all = new ArrayList<>();
    int failures = InputLines.all(call, files, line -> add(all, line));
    edit(all);
    call.out().print(out);
    return exit == 0 ? failures : exit;
  }

  private static boolean add(List<String> all, String line) throws IOException {
    if (all.size() >= MOST_CHARS) {
      throw new IOException("more than " + MOST_CHARS + " lines");
    }
    return all.add(line);
  }

  private String read(String file) throws IOException {
    return String.join("\n", lines(List.of(file)));
  }

  private List<String> lines(List<String> files) {
    List<String> all = new ArrayList<>();
    InputLines.all(call, files, line -> add(all, line));
    return all;
  }

  private IOException fault(String reason) {
    return new IOException("bad script '" + script + "' at " + at + ": " + reason);
  }

  private char peek() {
    return at < script.length() ? script.charAt(at) : 0;
  }

  private void parse() throws IOException {
    List<Integer> open = new ArrayList<>();
    while (true) {
      while (" \t\n;".indexOf(peek()) >= 0 && at < script.length()) {
        at++;
      }
      if (at == script.length()) {
        break;
      }
      if (peek() == '#') {
        line();
        continue;
      }
      Step step = new Step();
      step.from = address();
      if (peek() == ',') {
        at++;
        step.to = address();
        if (step.to == null) {
          throw fault("no second address");
        }
      }
      while (peek() == '!' || peek() == ' ') {
        step.isNegated |= peek() == '!';
        at++;
      }
      step.letter = peek();
      at++;
      if (step.letter == '}') {
        if (open.isEmpty()) {
          throw fault("no {");
        }
        commands.get(open.removeLast()).target = commands.size();
        continue;
      }
      argument(step, open);
      commands.add(step);
    }
    if (!open.isEmpty()) {
      throw fault("no }");
    }
    for (Step each : commands) {
      if ("btT".indexOf(each.letter) >= 0) {
        Integer target =
            each.text.isEmpty() ? Integer.valueOf(commands.size()) : labels.get(each.text);
        if (target == null) {
          throw fault("no label " + each.text);
        }
        each.target = target;
      }
    }
  }

  private void argument(Step step, List<Integer> open) throws IOException {
    switch (step.letter) {
      case '{' -> open.add(commands.size());
      case 's' -> {
        char delimiter = peek();
        at++;
        step.pattern = pattern(until(delimiter, true), "");
        step.text = until(delimiter, false);
        int begin = at;
        while (at < script.length() && "gpiIm0123456789".indexOf(peek()) >= 0) {
          at++;
        }
        step.flags = script.substring(begin, at);
        if (step.flags.toLowerCase(Locale.ROOT).contains("i") && step.pattern != null) {
          step.pattern =
              Pattern.compile(
                  step.pattern.pattern(), step.pattern.flags() | Pattern.CASE_INSENSITIVE);
        }
      }
      case 'y' -> {
        char delimiter = peek();
        at++;
        step.text = until(delimiter, false);
        step.flags = until(delimiter, false);
        if (step.text.length() != step.flags.length()) {
          throw fault("different lengths");
        }
      }
      case 'a', 'i', 'c' -> {
        while (peek() == ' ') {
          at++;
        }
        if (peek() == '\\') {
          at++;
          at += peek() == '\n' ? 1 : 0;
        }
        step.text = line();
      }
      case ':' -> labels.put(label(), commands.size());
      case 'b', 't', 'T' -> step.text = label();
      case 'q', 'Q' -> step.text = label();
      case 'd', 'D', 'p', 'P', 'n', 'N', 'g', 'G', 'h', 'H', 'x', '=' -> {}
      default -> throw fault("unknown command " + step.letter);
    }
  }

  private String line() {
    int end = script.indexOf('\n', at);
    String line = script.substring(at, end < 0 ? script.length() : end);
    at = end < 0 ? script.length() : end;
    return line;
  }

  private String label() {
    int begin = at;
    while (at < script.length() && "\n;}".indexOf(peek()) < 0) {
      at++;
    }
    return script.substring(begin, at).strip();
  }

  /** The text up to a delimiter; one after a backslash is a part of it. */
  private String until(char delimiter, boolean isPattern) throws IOException {
    StringBuilder text = new StringBuilder();
    boolean isInBrackets = false;
    while (at < script.length()) {
      char c = script.charAt(at++);
      if (c == delimiter && !isInBrackets) {
        return text.toString();
      }
      if (c == '\\' && at < script.length()) {
        char escaped = script.charAt(at++);
        text.append(escaped == delimiter ? "" : "\\").append(escaped);
        continue;
      }
      isInBrackets = isPattern && (c == '[' || (isInBrackets && c != ']'));
      text.append(c);
    }
    throw fault("no " + delimiter);
  }

  private Pattern pattern(String source, String flags) throws IOException {
    return PosixRegex.compile(source, isExtended, flags.contains("I"));
  }

  private @Nullable Address address() throws IOException {
    char c = peek();
    if (c == '$') {
      at++;
      return new Address(0, null, true);
    }
    if (c == '/' || c == '\\') {
      at += c == '\\' ? 2 : 1;
      String source = until(script.charAt(at - 1), true);
      boolean ignoresCase = peek() == 'I';
      at += ignoresCase ? 1 : 0;
      return new Address(0, pattern(source, ignoresCase ? "I" : ""), false);
    }
    int begin = at;
    at += c == '+' ? 1 : 0;
    while (Character.isDigit(peek())) {
      at++;
    }
    if (at == begin) {
      return null;
    }
    String digits = script.substring(begin, at);
    int number = SystemCommands.number(digits.replace("+", ""));
    return new Address(c == '+' ? -number : number, null, false);
  }

  private void edit(List<String> input) throws IOException {
    lines = input;
    next = 0;
    while (next < lines.size()) {
      space = lines.get(next++);
      if (!cycle()) {
        break;
      }
    }
  }

  private boolean isAt(Address address) {
    return address.isLast
        ? next == lines.size()
        : address.pattern == null
            ? next == address.line
            : PosixRegex.matcher(address.pattern, space).find();
  }

  private boolean applies(Step step) {
    Address from = step.from;
    Address to = step.to;
    if (from == null) {
      return true;
    }
    if (to == null) {
      return isAt(from);
    }
    if (!step.isInRange) {
      if (!isAt(from)) {
        return false;
      }
      step.end = to.line < 0 ? next - to.line : to.line;
      step.isInRange = to.isLast || to.pattern != null || step.end > next;
      return true;
    }
    boolean isEnd =
        to.isLast
            ? next == lines.size()
            : to.pattern == null ? next >= step.end : PosixRegex.matcher(to.pattern, space).find();
    step.isInRange = !isEnd;
    return true;
  }

  private void print(String line) throws IOException {
    if (out.length() + line.length() > 64 * MOST_CHARS) {
      throw new IOException("too much output");
    }
    out.append(line).append('\n');
  }

  private void endLine() throws IOException {
    if (!isQuiet) {
      print(space);
    }
    endAppended();
  }

  private void endAppended() {
    out.append(after);
    after.setLength(0);
  }

  /** Runs the commands for a line; returns whether there are more lines. */
  private boolean cycle() throws IOException {
    boolean hasReplaced = false;
    int number = 0;
    while (number < commands.size()) {
      steps += 16 + space.length();
      if (steps > MOST_STEPS || Thread.currentThread().isInterrupted()) {
        throw new IOException("the script takes too long");
      }
      Step step = commands.get(number++);
      if (applies(step) == step.isNegated) {
        number = step.letter == '{' ? step.target : number;
        continue;
      }
      switch (step.letter) {
        case 's' -> hasReplaced |= replace(step);
        case 'p' -> print(space);
        case 'P' -> print(space.split("\n", 2)[0]);
        case '=' -> print(next + "");
        case 'd' -> {
          endAppended();
          return true;
        }
        case 'D' -> {
          int newline = space.indexOf('\n');
          if (newline < 0) {
            return true;
          }
          space = space.substring(newline + 1);
          number = 0;
        }
        case 'n' -> {
          if (next == lines.size()) {
            endLine();
            return false;
          }
          endLine();
          space = lines.get(next++);
        }
        case 'N' -> {
          if (next == lines.size()) {
            endLine();
            return false;
          }
          space = bounded(space + "\n" + lines.get(next++));
        }
        case 'g' -> space = hold;
        case 'G' -> space = bounded(space + "\n" + hold);
        case 'h' -> hold = space;
        case 'H' -> hold = bounded(hold + "\n" + space);
        case 'x' -> {
          String other = hold;
          hold = space;
          space = other;
        }
        case 'y' -> transliterate(step);
        case 'a' -> after.append(step.text).append('\n');
        case 'i' -> print(step.text);
        case 'c' -> {
          if (step.to == null || !step.isInRange) {
            print(step.text);
          }
          return true;
        }
        case 'b' -> number = step.target;
        case 't', 'T' -> {
          number = hasReplaced == (step.letter == 't') ? step.target : number;
          hasReplaced = false;
        }
        case 'q', 'Q' -> {
          exit = step.text.isEmpty() ? 0 : SystemCommands.number(step.text);
          if (step.letter == 'q') {
            endLine();
          }
          return false;
        }
        default -> {
          // A label or a block.
        }
      }
    }
    endLine();
    return true;
  }

  private static String bounded(String text) throws IOException {
    if (text.length() > MOST_CHARS) {
      throw new IOException("a line of more than " + MOST_CHARS + " characters");
    }
    return text;
  }

  private void transliterate(Step step) {
    StringBuilder changed = new StringBuilder();
    for (int i = 0; i < space.length(); i++) {
      char c = space.charAt(i);
      int found = step.text.indexOf(c);
      changed.append(found < 0 ? c : step.flags.charAt(found));
    }
    space = changed.toString();
  }

  private boolean replace(Step step) throws IOException {
    Pattern pattern = step.pattern;
    if (pattern == null) {
      return false;
    }
    String digits = step.flags.replaceAll("\\D", "");
    int first = digits.isEmpty() ? 1 : SystemCommands.number(digits);
    boolean isAll = step.flags.contains("g");
    Matcher matcher = PosixRegex.matcher(pattern, space);
    StringBuilder changed = new StringBuilder();
    int end = 0;
    int found = 0;
    while (matcher.find()) {
      found++;
      if (found < first || (found > first && !isAll)) {
        continue;
      }
      changed.append(space, end, matcher.start());
      expand(step.text, matcher, changed);
      end = matcher.end();
      bounded(changed.toString());
    }
    if (found < first) {
      return false;
    }
    space = bounded(changed.append(space.substring(end)).toString());
    if (step.flags.contains("p")) {
      print(space);
    }
    return true;
  }

  private static void expand(String text, Matcher matcher, StringBuilder into) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '&') {
        into.append(matcher.group());
      } else if (c != '\\' || i + 1 == text.length()) {
        into.append(c);
      } else {
        char escaped = text.charAt(++i);
        if (Character.isDigit(escaped)) {
          int group = escaped - '0';
          String value = group <= matcher.groupCount() ? matcher.group(group) : "";
          into.append(value == null ? "" : value);
        } else {
          into.append(escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped);
        }
      }
    }
  }
}
