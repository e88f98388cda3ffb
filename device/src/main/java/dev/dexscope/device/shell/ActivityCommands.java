package dev.dexscope.device.shell;

import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.process.Processes;
import dev.dexscope.device.process.VmProcess;
import dev.dexscope.vm.NoMainClassException;
import dev.dexscope.vm.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code am}: starts and ends what is installed. */
final class ActivityCommands {
  private ActivityCommands() {}

  static int am(Call call) throws IOException {
    if (call.words().isEmpty()) {
      return call.fail("start, force-stop, kill");
    }
    Call rest = call.with("am", call.words().subList(1, call.words().size()));
    return switch (call.words().getFirst()) {
      case "start", "start-activity" -> start(rest);
      case "force-stop", "kill" -> stop(rest);
      default -> call.fail("unknown command " + call.words().getFirst());
    };
  }

  private static int stop(Call call) {
    if (call.words().isEmpty()) {
      return call.fail("name a package");
    }
    call.shell().device().processes().stop(call.words().getLast());
    return 0;
  }

  /** What is to be started. */
  private record Component(String packageName, String className) {
    static Component parse(String text) throws IOException {
      int slash = text.indexOf('/');
      if (slash <= 0 || slash == text.length() - 1) {
        throw new IOException("no component: " + text + "; write -n PACKAGE/CLASS");
      }
      String packageName = text.substring(0, slash);
      String className = text.substring(slash + 1);
      return new Component(
          packageName, className.startsWith(".") ? packageName + className : className);
    }
  }

  private static int start(Call call) throws IOException {
    Component component = null;
    boolean waits = false;
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < call.words().size(); i++) {
      String word = call.words().get(i);
      switch (word) {
        case "-D" -> waits = true;
        case "-W", "-S" -> {
          // Starting is always waited for, and a process is always a new one.
        }
        case "-n" -> {
          i++;
          component = Component.parse(i < call.words().size() ? call.words().get(i) : "");
        }
        case "-a", "-c", "-d", "-f", "-t", "--user" -> i++;
        default -> {
          if (word.startsWith("-")) {
            return call.fail("unknown option " + word);
          }
          if (component == null && word.indexOf('/') > 0) {
            component = Component.parse(word);
          } else {
            arguments.add(word);
          }
        }
      }
    }
    if (component == null) {
      return call.fail("name what to start: -n PACKAGE/CLASS");
    }
    call.out()
        .println(
            "Starting: Intent { cmp=" + component.packageName + "/" + component.className + " }");
    Optional<InstalledPackage> found = call.shell().device().packages().find(component.packageName);
    if (found.isEmpty()) {
      return doesNotExist(call, component);
    }
    return start(call, found.get(), component, waits, arguments);
  }

  private static int doesNotExist(Call call, Component component) {
    call.err().println("Error type 3");
    call.err()
        .println(
            "Error: Activity class {"
                + component.packageName
                + "/"
                + component.className
                + "} does not exist.");
    return 1;
  }

  private static int start(
      Call call, InstalledPackage found, Component component, boolean waits, List<String> arguments)
      throws IOException {
    try {
      Program.mainClass(found.files().getFirst(), component.className);
    } catch (NoMainClassException e) {
      return doesNotExist(call, component);
    }
    Path root = call.shell().device().files().root();
    StartRequest request =
        new StartRequest(
            found.name(),
            found.name(),
            found.uid(),
            found.manifest().isDebuggable(),
            found.files().stream().map(Path::toString).toList(),
            component.className,
            arguments,
            root.toString(),
            call.shell().device().files().host(found.dataFolder()).toString(),
            "");
    if (waits && !request.isDebuggable()) {
      return call.fail("package not debuggable: " + found.name());
    }
    Processes processes = call.shell().device().processes();
    VmProcess process = waits ? processes.startDebugged(request) : processes.start(request);
    process.logOutput();
    return 0;
  }
}
