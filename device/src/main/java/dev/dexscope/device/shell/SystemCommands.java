package dev.dexscope.device.shell;

import dev.dexscope.device.packages.InstalledPackage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Commands about the device and the shell itself. */
final class SystemCommands {
  private SystemCommands() {}

  static int echo(Call call) {
    List<String> words = call.words();
    boolean isBare = !words.isEmpty() && words.getFirst().equals("-n");
    call.out().print(String.join(" ", isBare ? words.subList(1, words.size()) : words));
    if (!isBare) {
      call.out().print('\n');
    }
    return 0;
  }

  static int exit(Call call) throws IOException {
    return call.shell().exit(call.words().isEmpty() ? 0 : number(call.words().getFirst()));
  }

  /** A command in place of the shell. */
  static int exec(Call call) {
    if (call.words().isEmpty()) {
      return 0;
    }
    List<String> rest = call.words().subList(1, call.words().size());
    return call.shell().exit(Shell.run(call.with(call.words().getFirst(), rest)));
  }

  static int number(String word) throws IOException {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new IOException("no number: " + word, e);
    }
  }

  static int export(Call call) {
    for (String each : call.words()) {
      int equals = each.indexOf('=');
      if (equals > 0) {
        call.shell().variables().put(each.substring(0, equals), each.substring(equals + 1));
      }
    }
    return 0;
  }

  static int sh(Call call) throws IOException {
    if (call.words().size() == 2 && call.words().getFirst().equals("-c")) {
      return call.shell().run(call.words().get(1), call.in(), call.out(), call.err());
    }
    return call.fail("write sh -c LINE");
  }

  static int sleep(Call call) throws IOException {
    double seconds;
    try {
      seconds = Double.parseDouble(call.words().isEmpty() ? "" : call.words().getFirst());
    } catch (NumberFormatException e) {
      throw new IOException("no number of seconds", e);
    }
    try {
      Thread.sleep((long) (1000 * Math.clamp(seconds, 0, 1e9)));
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  static int date(Call call) {
    ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
    boolean isSeconds = call.words().contains("+%s");
    call.out()
        .println(
            isSeconds
                ? now.toEpochSecond() + ""
                : DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss zzz uuuu", Locale.ROOT)
                    .format(now));
    return 0;
  }

  static int uname(Call call) {
    call.out().println(call.words().contains("-m") ? System.getProperty("os.arch") : "Linux");
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

  static int runAs(Call call) {
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
    if (call.words().size() == 1) {
      return call.fail("name a command: run-as " + name + " ls");
    }
    Shell as = call.shell().as(found.get());
    List<String> rest = call.words().subList(2, call.words().size());
    return Shell.run(new Call(as, call.words().get(1), rest, call.in(), call.out(), call.err()));
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
