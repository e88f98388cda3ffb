package dev.dexscope.device.shell;

import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.script.Escapes;
import dev.dexscope.device.script.Jump;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands about the device and the shell itself. */
final class SystemCommands {
  private static final int TIMED_OUT = 124;
  private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)([smhd]?)");

  private SystemCommands() {}

  /** {@code echo [-neE] [WORDS]}; backslashes mean themselves without {@code -e}, as in toybox. */
  static int echo(Call call) {
    List<String> words = call.words();
    String flags = "";
    while (!words.isEmpty() && words.getFirst().matches("-[neE]+")) {
      flags += words.getFirst();
      words = words.subList(1, words.size());
    }
    String text = String.join(" ", words);
    boolean hasEscapes = flags.contains("e");
    int end = hasEscapes ? text.indexOf("\\c") : -1;
    String shown = end < 0 ? text : text.substring(0, end);
    call.out().print(hasEscapes ? Escapes.expand(shown) : shown);
    if (!flags.contains("n") && end < 0) {
      call.out().print('\n');
    }
    return 0;
  }

  /** {@code timeout [-k TIME] [-s SIGNAL] TIME COMMAND}. */
  static int timeout(Call call) throws IOException {
    List<String> words = new ArrayList<>(call.words());
    while (!words.isEmpty() && words.getFirst().startsWith("-")) {
      String option = words.removeFirst();
      if (option.length() == 2 && "ks".indexOf(option.charAt(1)) >= 0 && !words.isEmpty()) {
        words.removeFirst();
      }
    }
    if (words.size() < 2) {
      return call.fail("Needs 2 arguments");
    }
    long millis = millis(words.getFirst());
    Thread runs = Thread.currentThread();
    AtomicInteger state = new AtomicInteger();
    Thread watch =
        Thread.ofVirtual()
            .start(() -> {
              try {
                Thread.sleep(millis);
                if (state.compareAndSet(0, 1)) {
                  runs.interrupt();
                }
              } catch (InterruptedException e) {
                // The command has ended.
              }
            });
    try {
      int exit = Shell.run(call.with(words.get(1), words.subList(2, words.size())));
      return state.compareAndSet(0, 2) ? exit : TIMED_OUT;
    } catch (Jump e) {
      if (state.compareAndSet(0, 2)) {
        throw e;
      }
      return TIMED_OUT;
    } finally {
      watch.interrupt();
      if (state.get() == 1) {
        // The interrupt was for the command only.
        Thread.interrupted();
      }
    }
  }

  /** A time in seconds, or with its unit. */
  private static long millis(String word) throws IOException {
    Matcher matcher = TIME.matcher(word);
    if (!matcher.matches()) {
      throw new IOException("no number of seconds: " + word);
    }
    long unit =
        switch (matcher.group(2)) {
          case "m" -> 60;
          case "h" -> 60 * 60;
          case "d" -> 24 * 60 * 60;
          default -> 1;
        };
    return (long) (1000 * unit * Math.clamp(Double.parseDouble(matcher.group(1)), 0, 1e9));
  }

  /** {@code nohup} and {@code time} run their command; {@code nice} and {@code ionice} too. */
  static int plain(Call call) {
    List<String> words = new ArrayList<>(call.words());
    while (!words.isEmpty() && words.getFirst().startsWith("-")) {
      String option = words.removeFirst();
      if (option.matches("-[ncp]") && !words.isEmpty()) {
        words.removeFirst();
      }
    }
    if (words.isEmpty()) {
      return call.fail("Needs 1 argument");
    }
    long begin = System.nanoTime();
    int exit = Shell.run(call.with(words.getFirst(), words.subList(1, words.size())));
    if (call.name().equals("time")) {
      double seconds = (System.nanoTime() - begin) / 1e9;
      call.err().printf(Locale.ROOT, "real %.3f%n", seconds);
    }
    return exit;
  }

  /** {@code env [NAME=VALUE...] [COMMAND]}. */
  static int env(Call call) throws IOException {
    Shell inner = call.shell().inner();
    int at = 0;
    List<String> words = call.words();
    while (at < words.size() && (words.get(at).startsWith("-") || words.get(at).contains("="))) {
      String word = words.get(at++);
      int equals = word.indexOf('=');
      if (equals > 0) {
        inner.variables().set(word.substring(0, equals), word.substring(equals + 1));
        inner.variables().export(word.substring(0, equals));
      }
    }
    if (at == words.size()) {
      inner.variables().exported().forEach((name, value) -> call.out().println(name + "=" + value));
      return 0;
    }
    return Shell.run(
        new Call(
            inner,
            words.get(at),
            words.subList(at + 1, words.size()),
            call.in(),
            call.out(),
            call.err()));
  }

  static int number(String word) throws IOException {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new IOException("no number: " + word, e);
    }
  }

  static int sleep(Call call) throws IOException {
    long millis = millis(call.words().isEmpty() ? "" : call.words().getFirst());
    try {
      Thread.sleep(millis);
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  /** {@code uname [-asnrvmo]}. */
  static int uname(Call call) {
    String letters = String.join("", call.words()).replace("-", "");
    boolean isAll = letters.contains("a");
    List<String> shown = new ArrayList<>();
    Map<Character, String> facts =
        Map.of(
            's', "Linux",
            'n', "localhost",
            'r', System.getProperty("os.version"),
            'v', "#1",
            'm', System.getProperty("os.arch").replace("amd64", "x86_64"),
            'o', "Android");
    for (char each : "snrvmo".toCharArray()) {
      if (isAll || letters.indexOf(each) >= 0 || (letters.isEmpty() && each == 's')) {
        shown.add(facts.get(each));
      }
    }
    call.out().println(String.join(" ", shown));
    return 0;
  }

  static int whoami(Call call) {
    call.out().println(InstalledPackage.user(call.shell().uid()));
    return 0;
  }

  static int id(Call call) {
    int uid = call.shell().uid();
    String user = uid + "(" + InstalledPackage.user(uid) + ")";
    call.out().println("uid=" + user + " gid=" + user + " groups=" + user);
    return 0;
  }

  static int getprop(Call call) {
    DeviceProperties properties = call.shell().device().properties();
    if (call.words().isEmpty()) {
      Map<String, String> all = new TreeMap<>(properties.all());
      all.forEach((name, value) -> call.out().println("[" + name + "]: [" + value + "]"));
      return 0;
    }
    String otherwise = call.words().size() > 1 ? call.words().get(1) : "";
    String value = properties.get(call.words().getFirst());
    call.out().println(value == null ? otherwise : value);
    return 0;
  }

  static int setprop(Call call) {
    if (call.words().size() != 2) {
      return call.fail("write setprop NAME VALUE");
    }
    String name = call.words().getFirst();
    return call.shell().device().properties().set(name, call.words().get(1))
        ? 0
        : call.fail("failed to set property '" + name + "'");
  }

  static int runAs(Call call) throws IOException {
    if (call.words().isEmpty()) {
      return call.fail("usage: run-as PACKAGE COMMAND [ARGS]");
    }
    String name = call.words().getFirst();
    Optional<InstalledPackage> found = call.shell().device().packages().find(name);
    if (found.isEmpty()) {
      return call.fail("unknown package: " + name);
    }
    if (!found.get().manifest().isDebuggable()) {
      return call.fail("package not debuggable: " + name);
    }
    Shell as = call.shell().as(found.get());
    List<String> words = call.words().size() == 1 ? List.of(name, "sh") : call.words();
    List<String> rest = words.subList(2, words.size());
    return Shell.run(new Call(as, words.get(1), rest, call.in(), call.out(), call.err()));
  }

  static int reboot(Call call) {
    if (!call.words().isEmpty()) {
      return call.fail("this device has no " + call.words().getFirst());
    }
    call.shell().device().processes().restart();
    return 0;
  }

  static int help(Call call) {
    call.out().println("The commands of this device:");
    call.out().println(String.join(" ", ShellCommands.BY_NAME.keySet()));
    return 0;
  }
}
