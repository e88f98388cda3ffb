package dev.dexscope.device.script;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The commands that are a part of the language. */
final class Builtins {
  /** Assignments before these remain. */
  static final Set<String> SPECIAL =
      Set.of(
          ":",
          ".",
          "break",
          "continue",
          "eval",
          "exec",
          "exit",
          "export",
          "readonly",
          "return",
          "set",
          "shift",
          "trap",
          "unset");

  private static final int NOT_FOUND = 127;

  /** A command of the language; returns its exit code. */
  interface Builtin {
    int run(Interpreter shell, List<String> words) throws IOException;
  }

  static final Map<String, Builtin> BY_NAME = all();

  private Builtins() {}

  private static Map<String, Builtin> all() {
    Map<String, Builtin> all = new HashMap<>();
    all.put(":", (_, _) -> 0);
    all.put("true", (_, _) -> 0);
    all.put("false", (_, _) -> 1);
    all.put(".", Builtins::source);
    all.put("source", Builtins::source);
    all.put("break", (_, words) -> leave(words, false));
    all.put("continue", (_, words) -> leave(words, true));
    all.put("command", Builtins::command);
    all.put("builtin", Builtins::command);
    all.put("eval", (shell, words) -> shell.evaluate(String.join(" ", words)));
    all.put("exec", Builtins::exec);
    all.put("exit", (shell, words) -> exit(shell, words));
    all.put("export", Builtins::export);
    all.put("getopts", OptionPlace::read);
    all.put("kill", Builtins::kill);
    all.put("local", Builtins::local);
    all.put("read", Builtins::read);
    all.put("readonly", Builtins::readonly);
    all.put("return", (shell, words) -> returns(shell, words));
    all.put("set", Builtins::set);
    all.put("shift", Builtins::shift);
    all.put("test", (shell, words) -> TestExpression.run(shell, words));
    all.put("[", Builtins::bracket);
    all.put("trap", Builtins::trap);
    all.put("type", Builtins::type);
    all.put("ulimit", (_, _) -> 0);
    all.put("umask", Builtins::umask);
    all.put("unset", Builtins::unset);
    all.put("wait", Builtins::await);
    return all;
  }

  private static int fail(Interpreter shell, String reason) {
    shell.streams().err().println("sh: " + reason);
    return 1;
  }

  static int number(String word) throws IOException {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new IOException(word + ": bad number", e);
    }
  }

  private static int leave(List<String> words, boolean goesOn) throws IOException {
    throw new Jump.OfLoop(words.isEmpty() ? 1 : Math.max(1, number(words.getFirst())), goesOn);
  }

  private static int code(Interpreter shell, List<String> words) throws IOException {
    return words.isEmpty() ? shell.lastExit() : number(words.getFirst()) & 0xff;
  }

  private static int exit(Interpreter shell, List<String> words) throws IOException {
    throw new Jump.Exit(code(shell, words));
  }

  private static int returns(Interpreter shell, List<String> words) throws IOException {
    throw new Jump.Return(code(shell, words));
  }

  private static int source(Interpreter shell, List<String> words) throws IOException {
    if (words.isEmpty()) {
      return fail(shell, ".: missing argument");
    }
    String script;
    try (InputStream in = shell.outside().read(words.getFirst())) {
      script = new String(in.readNBytes(Variables.MOST_CHARS), StandardCharsets.UTF_8);
    }
    List<String> before = shell.arguments();
    if (words.size() > 1) {
      shell.arguments(words.subList(1, words.size()));
    }
    try {
      return shell.evaluate(script);
    } catch (Jump.Return e) {
      return e.code;
    } finally {
      shell.arguments(before);
    }
  }

  /** {@code command [-v] NAME ...}: without functions, or what a name is. */
  private static int command(Interpreter shell, List<String> words) throws IOException {
    if (words.isEmpty()) {
      return 0;
    }
    if (!words.getFirst().equals("-v") && !words.getFirst().equals("-V")) {
      return shell.runCommand(
          words.getFirst().equals("-p") ? words.subList(1, words.size()) : words);
    }
    int exit = 0;
    for (String each : words.subList(1, words.size())) {
      boolean isOwn = shell.functions().containsKey(each) || BY_NAME.containsKey(each);
      if (isOwn || shell.outside().knows(each)) {
        shell.streams().out().println(isOwn ? each : "/system/bin/" + each);
      } else {
        exit = 1;
      }
    }
    return exit;
  }

  private static int type(Interpreter shell, List<String> words) {
    int exit = 0;
    for (String each : words) {
      String kind =
          shell.functions().containsKey(each)
              ? "a function"
              : BY_NAME.containsKey(each)
                  ? "a shell builtin"
                  : shell.outside().knows(each) ? "/system/bin/" + each : "";
      if (kind.isEmpty()) {
        exit = NOT_FOUND;
        shell.streams().out().println(each + ": not found");
      } else {
        shell.streams().out().println(each + " is " + kind);
      }
    }
    return exit;
  }

  private static int exec(Interpreter shell, List<String> words) throws IOException {
    if (words.isEmpty()) {
      return 0;
    }
    throw new Jump.Exit(shell.runCommand(words));
  }

  private interface Change {
    void of(String name) throws IOException;
  }

  private static int change(Interpreter shell, List<String> words, Change change)
      throws IOException {
    for (String each : words) {
      int equals = each.indexOf('=');
      String name = equals < 0 ? each : each.substring(0, equals);
      if (each.startsWith("-")) {
        continue;
      }
      if (!Source.isName(name)) {
        throw new IOException(name + ": is not an identifier");
      }
      if (equals >= 0) {
        shell.variables().set(name, each.substring(equals + 1));
      }
      change.of(name);
    }
    return 0;
  }

  private static int export(Interpreter shell, List<String> words) throws IOException {
    if (words.isEmpty() || words.getFirst().equals("-p")) {
      shell
          .variables()
          .exported()
          .forEach((name, value) -> shell.streams().out().println("export " + name + "=" + value));
    }
    return change(shell, words, shell.variables()::export);
  }

  private static int readonly(Interpreter shell, List<String> words) throws IOException {
    return change(shell, words, shell.variables()::makeConstant);
  }

  private static int local(Interpreter shell, List<String> words) throws IOException {
    for (String each : words) {
      shell.makeLocal(each.replaceFirst("=.*", ""));
    }
    return change(shell, words, _ -> {});
  }

  private static int unset(Interpreter shell, List<String> words) throws IOException {
    boolean isFunction = words.contains("-f");
    for (String each : words) {
      if (isFunction) {
        shell.functions().remove(each);
      } else if (!each.startsWith("-")) {
        shell.variables().unset(each);
      }
    }
    return 0;
  }

  private static int set(Interpreter shell, List<String> words) throws IOException {
    if (words.isEmpty()) {
      shell
          .variables()
          .all()
          .forEach((name, value) -> shell.streams().out().println(name + "='" + value + "'"));
      return 0;
    }
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean isOption = word.length() > 1 && (word.startsWith("-") || word.startsWith("+"));
      if (word.equals("--") || !isOption) {
        shell.arguments(words.subList(word.equals("--") ? i + 1 : i, words.size()));
        return 0;
      }
      boolean isOn = word.startsWith("-");
      for (char letter : word.substring(1).toCharArray()) {
        char option = letter;
        if (letter == 'o') {
          option = named(i + 1 < words.size() ? words.get(++i) : "");
        }
        if (isOn) {
          shell.options().add(option);
        } else {
          shell.options().remove(option);
        }
      }
    }
    return 0;
  }

  /** The letter of an option with a long name. */
  private static char named(String option) throws IOException {
    return switch (option) {
      case "errexit" -> 'e';
      case "nounset" -> 'u';
      case "xtrace" -> 'x';
      case "noglob" -> 'f';
      case "pipefail" -> 'P';
      default -> throw new IOException("set: " + option + ": bad option");
    };
  }

  private static int shift(Interpreter shell, List<String> words) throws IOException {
    int count = words.isEmpty() ? 1 : number(words.getFirst());
    if (count < 0 || count > shell.arguments().size()) {
      return fail(shell, "shift: nothing to shift");
    }
    shell.arguments(shell.arguments().subList(count, shell.arguments().size()));
    return 0;
  }

  private static int bracket(Interpreter shell, List<String> words) throws IOException {
    if (words.isEmpty() || !words.getLast().equals("]")) {
      shell.streams().err().println("sh: [: missing ]");
      return 2;
    }
    return TestExpression.run(shell, words.subList(0, words.size() - 1));
  }

  /** Only the end of a shell is an event: signals end all of a session. */
  private static int trap(Interpreter shell, List<String> words) {
    if (words.size() > 1 && (words.contains("EXIT") || words.contains("0"))) {
      shell.atExit(words.getFirst().equals("-") ? "" : words.getFirst());
    }
    return 0;
  }

  private static int umask(Interpreter shell, List<String> words) {
    if (words.isEmpty()) {
      shell.streams().out().println("077");
    }
    return 0;
  }

  private static int await(Interpreter shell, List<String> words) throws IOException {
    int exit = 0;
    for (Interpreter.Job each : List.copyOf(shell.jobs())) {
      boolean isNamed = words.contains(each.number() + "") || words.contains("%" + each.number());
      if (words.isEmpty() || isNamed) {
        shell.session().await(each.thread());
        exit = isNamed ? each.exit()[0] : 0;
      }
    }
    return exit;
  }

  /** Ends shells in the background; other numbers are those of the device's processes. */
  private static int kill(Interpreter shell, List<String> words) throws IOException {
    List<String> others = new ArrayList<>();
    boolean hasEnded = false;
    for (String each : words) {
      boolean isJob = false;
      for (Interpreter.Job job : shell.jobs()) {
        if (each.equals(job.number() + "") || each.equals("%" + job.number())) {
          job.thread().interrupt();
          isJob = true;
        }
      }
      hasEnded |= isJob;
      if (!isJob) {
        others.add(each);
      }
    }
    boolean hasOthers = others.stream().anyMatch(each -> !each.startsWith("-"));
    return hasEnded && !hasOthers ? 0 : shell.outside().run(shell, "kill", others, shell.streams());
  }

  /** {@code read [-r] [-p PROMPT] [-n COUNT] NAME ...}. */
  private static int read(Interpreter shell, List<String> words) throws IOException {
    boolean isRaw = false;
    int most = Integer.MAX_VALUE;
    List<String> names = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      switch (word) {
        case "-r" -> isRaw = true;
        case "-p" -> shell.streams().err().print(++i < words.size() ? words.get(i) : "");
        case "-n" -> most = number(++i < words.size() ? words.get(i) : "");
        case "-t" -> i++;
        default -> names.add(word);
      }
    }
    var line = new ByteArrayOutputStream();
    InputStream in = shell.streams().in();
    int next;
    boolean isEscaped = false;
    while ((next = in.read()) >= 0 && line.size() < Math.min(most, Variables.MOST_CHARS)) {
      if (next == '\n' && !isEscaped) {
        break;
      }
      if (next == '\\' && !isRaw && !isEscaped) {
        isEscaped = true;
        continue;
      }
      if (!(isEscaped && next == '\n')) {
        line.write(next);
      }
      isEscaped = false;
    }
    assign(
        shell, names.isEmpty() ? List.of("REPLY") : names, line.toString(StandardCharsets.UTF_8));
    return next < 0 ? 1 : 0;
  }

  /** The last variable gets the rest of the line. */
  private static void assign(Interpreter shell, List<String> names, String line)
      throws IOException {
    String separators = shell.variables().get("IFS", " \t\n");
    int at = skipSpaces(line, 0, separators);
    for (int i = 0; i < names.size(); i++) {
      int end = line.length();
      int next = end;
      if (i + 1 < names.size()) {
        end = at;
        while (end < line.length() && separators.indexOf(line.charAt(end)) < 0) {
          end++;
        }
        next = skipSpaces(line, end, separators);
        boolean isSeparator =
            next < line.length()
                && separators.indexOf(line.charAt(next)) >= 0
                && !Character.isWhitespace(line.charAt(next));
        next = isSeparator ? skipSpaces(line, next + 1, separators) : next;
      } else {
        while (end > at
            && Character.isWhitespace(line.charAt(end - 1))
            && separators.indexOf(line.charAt(end - 1)) >= 0) {
          end--;
        }
      }
      shell.variables().set(names.get(i), line.substring(Math.min(at, end), end));
      at = next;
    }
  }

  private static int skipSpaces(String line, int begin, String separators) {
    int at = begin;
    while (at < line.length()
        && Character.isWhitespace(line.charAt(at))
        && separators.indexOf(line.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }
}
