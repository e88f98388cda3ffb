package dev.dexscope.device.shell;

import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppSession;
import dev.dexscope.apps.PhoneScreen;
import dev.dexscope.apps.Step;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.process.AppReport;
import dev.dexscope.device.process.Processes;
import dev.dexscope.device.process.VmProcess;
import dev.dexscope.vm.NoMainClassException;
import dev.dexscope.vm.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code am}: starts and ends installed apps. */
final class ActivityCommands {
  private static final int NANOS = 1_000_000;
  private static final int DEFAULT_DENSITY = 160;

  private ActivityCommands() {}

  static int am(Call call) throws IOException {
    if (call.words().isEmpty()) {
      return call.fail("start, instrument, profile, dumpheap, broadcast, force-stop, kill");
    }
    Call rest = call.with("am", call.words().subList(1, call.words().size()));
    return switch (call.words().getFirst()) {
      case "start", "start-activity" -> start(rest);
      case "instrument" -> InstrumentCommand.run(rest);
      case "force-stop", "kill" -> stop(rest);
      case "broadcast" -> broadcast(rest);
      case "profile" -> ObserveCommands.profile(rest);
      case "dumpheap" -> ObserveCommands.dumpHeap(rest);
      case "kill-all" -> 0;
      case "get-current-user" -> print(rest, "0");
      case "get-config" -> print(rest, config(rest));
      default -> call.fail("unknown command " + call.words().getFirst());
    };
  }

  private static int print(Call call, String line) {
    call.out().println(line);
    return 0;
  }

  private static String config(Call call) {
    PhoneScreen screen = call.shell().device().settings().screen();
    int width = screen.width() * DEFAULT_DENSITY / screen.density();
    int height = screen.height() * DEFAULT_DENSITY / screen.density();
    return "config: en-rUS-w" + width + "dp-h" + height + "dp-port-" + screen.density() + "dpi-v30";
  }

  /** {@code broadcast INTENT}: to the app that it names, or to all that run. */
  private static int broadcast(Call call) throws IOException {
    Start start = Start.parse(call.words());
    Intent intent = start.intent;
    call.out().println("Broadcasting: " + intent);
    String result = "result=0";
    for (var each : call.shell().device().processes().apps().entrySet()) {
      String packageName = each.getValue().packageName();
      if (intent.target().isEmpty() || intent.target().equals(packageName)) {
        List<String> lines =
            new AppReport(each.getKey())
                .lines(file -> "broadcast:" + intent.toUri() + Step.RESULT + file);
        // A receiver that goes on after its call may not be done yet.
        result = lines.isEmpty() ? result : String.join("\n", lines);
      }
    }
    return print(call, "Broadcast completed: " + result);
  }

  private static int stop(Call call) {
    if (call.words().isEmpty()) {
      return call.fail("name a package");
    }
    call.shell().device().processes().stop(call.words().getLast());
    return 0;
  }

  /**
   * A request to start an activity or program.
   *
   * @param waits for a debugger
   * @param isAwaited whether the command waits until the activity is shown
   * @param stops whether to stop the package's processes before
   * @param arguments of a program, which has no intent
   */
  private record Start(
      Intent intent, boolean waits, boolean isAwaited, boolean stops, List<String> arguments) {

    static Start parse(List<String> words) throws IOException {
      Intent intent = new Intent();
      boolean waits = false;
      boolean isAwaited = false;
      boolean stops = false;
      List<String> arguments = new ArrayList<>();
      for (int i = 0; i < words.size(); i++) {
        String word = words.get(i);
        switch (word) {
          case "-D" -> waits = true;
          case "-W" -> isAwaited = true;
          case "-S" -> stops = true;
          case "--user" -> i++;
          default -> {
            if (!word.startsWith("-") || !arguments.isEmpty()) {
              if (intent.target().isEmpty()) {
                intent.take(word);
              } else {
                arguments.add(word);
              }
              continue;
            }
            int taken = intent.take(word, words.subList(i + 1, words.size()));
            if (taken < 0) {
              throw new IOException("unknown option " + word);
            }
            i += taken;
          }
        }
      }
      return new Start(intent, waits, isAwaited, stops, arguments);
    }
  }

  private static int start(Call call) throws IOException {
    Start start = Start.parse(call.words());
    Intent intent = start.intent;
    String target = intent.target();
    if (target.isEmpty()) {
      if (intent.isForLauncher()) {
        return call.fail("specify what to start: -n PACKAGE/CLASS, or -p PACKAGE");
      }
      call.out().println("Starting: " + intent);
      return doesNotExist(call, intent);
    }
    Optional<InstalledPackage> found = call.shell().device().packages().find(target);
    if (intent.component() == null && found.isPresent() && intent.isForLauncher()) {
      String launcher = found.get().launcher();
      if (!launcher.isEmpty()) {
        intent.completeForLauncher();
        intent.resolve(new ComponentName(target, launcher));
      }
    }
    call.out().println("Starting: " + intent);
    if (found.isEmpty()) {
      return doesNotExist(call, intent);
    }
    if (start.stops) {
      call.shell().device().processes().stop(target);
    }
    InstalledApp app = new InstalledApp(call.shell().device(), found.get());
    ComponentName component = intent.component();
    if (component != null && !app.hasActivity(component.className())) {
      return program(call, app, component, start);
    }
    if (component == null && intent.isForLauncher()) {
      return doesNotExist(call, intent);
    }
    return activity(call, app, start);
  }

  private static int doesNotExist(Call call, Intent intent) {
    ComponentName component = intent.component();
    if (component == null) {
      call.err().println("Error: Activity not started, unable to resolve " + intent);
    } else {
      call.err().println("Error type 3");
      call.err().println("Error: Activity class {" + component + "} does not exist.");
    }
    return 1;
  }

  private static int notDebuggable(Call call, InstalledApp app) {
    return call.fail("package not debuggable: " + app.name());
  }

  /** A class with a main method, which phones do not start. */
  private static int program(Call call, InstalledApp app, ComponentName component, Start start)
      throws IOException {
    try {
      Program.mainClass(app.files().getFirst(), component.className());
    } catch (NoMainClassException e) {
      return doesNotExist(call, start.intent);
    }
    StartRequest request = app.program(component.className(), start.arguments);
    if (start.waits && !request.isDebuggable()) {
      return notDebuggable(call, app);
    }
    Processes processes = call.shell().device().processes();
    VmProcess process = processes.start(start.waits ? request.waiting() : request);
    process.logOutput();
    if (request.isDebuggable()) {
      process.awaitListening();
    }
    return 0;
  }

  private static int activity(Call call, InstalledApp app, Start start) throws IOException {
    Processes processes = call.shell().device().processes();
    long begin = System.nanoTime();
    Optional<VmProcess> running = processes.app(app.name());
    if (start.waits && running.isPresent()) {
      processes.stop(app.name());
      running = Optional.empty();
    }
    String uri = start.intent.toUri();
    String answer = AppSession.DONE;
    if (running.isPresent()) {
      processes.toFront(running.get());
      answer = running.get().app().perform("start:" + uri);
    } else {
      VmProcess process;
      try {
        if (start.waits && !app.installed().manifest().isDebuggable()) {
          return notDebuggable(call, app);
        }
        AppRequest run = app.run(uri);
        StartRequest request = app.request(run);
        process = processes.start(start.waits ? request.waiting() : request, run);
      } catch (AppException e) {
        return call.fail(e.getMessage() + "");
      }
      process.logOutput();
      if (start.waits) {
        process.awaitListening();
      } else if (start.isAwaited) {
        answer = process.app().awaitStart();
      }
    }
    if (!answer.equals(AppSession.DONE)) {
      call.err().println("Error: " + answer);
      return 1;
    }
    if (start.isAwaited && !start.waits) {
      tellTime(call, start.intent, running.isPresent(), (System.nanoTime() - begin) / NANOS);
    }
    return 0;
  }

  private static void tellTime(Call call, Intent intent, boolean isWarm, long millis) {
    call.out().println("Status: ok");
    call.out().println("LaunchState: " + (isWarm ? "WARM" : "COLD"));
    ComponentName component = intent.component();
    if (component != null) {
      call.out().println("Activity: " + component.shortName());
    }
    call.out().println("TotalTime: " + millis);
    call.out().println("WaitTime: " + millis);
    call.out().println("Complete");
  }
}
