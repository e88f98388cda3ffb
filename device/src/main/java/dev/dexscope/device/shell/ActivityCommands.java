package dev.dexscope.device.shell;

import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppSession;
import dev.dexscope.apps.PhoneScreen;
import dev.dexscope.apps.Step;
import dev.dexscope.device.control.ControlMessage;
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
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
      case "startservice", "start-service" -> service(rest, Step.ServiceAction.START);
      case "start-foreground-service", "startforegroundservice" ->
          service(rest, Step.ServiceAction.START_FOREGROUND);
      case "stopservice", "stop-service" -> service(rest, Step.ServiceAction.STOP);
      case "profile" -> ObserveCommands.profile(rest);
      case "dumpheap" -> ObserveCommands.dumpHeap(rest);
      case "kill-all" -> 0;
      case "set-debug-app" -> DebugApp.set(rest);
      case "clear-debug-app" -> DebugApp.clear(rest);
      case "to-uri", "to-intent-uri" -> print(rest, Start.parse(rest.words()).intent.toUri());
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

  private static Optional<InstalledApp> named(Call call, Intent intent) {
    return call.shell()
        .device()
        .packages()
        .find(intent.target())
        .map(each -> new InstalledApp(call.shell().device(), each));
  }

  /** Starts or stops a service, whose app need not run. */
  private static int service(Call call, Step.ServiceAction action) throws IOException {
    Intent intent = Start.parse(call.words()).intent;
    boolean stops = action == Step.ServiceAction.STOP;
    call.out().println((stops ? "Stopping service: " : "Starting service: ") + intent);
    Optional<InstalledApp> app = named(call, intent);
    if (app.isEmpty()) {
      call.err().println("Error: Not found; no service " + (stops ? "stopped." : "started."));
      return 1;
    }
    if (stops && call.shell().device().processes().app(intent.target()).isEmpty()) {
      call.out().println("Service not stopped: was not running.");
      return 0;
    }
    String step = "service:" + action.name().toLowerCase(Locale.ROOT) + "," + intent.toUri();
    String answer = app.get().process().app().perform(step);
    if (answer.equals(AppSession.DONE)) {
      if (stops) {
        call.out().println("Service stopped");
      }
      return 0;
    }
    call.err().println("Error: " + answer);
    return 1;
  }

  /**
   * {@code broadcast INTENT}: to the app that it names, which is started for it, or to all that
   * run.
   */
  private static int broadcast(Call call) throws IOException {
    Start start = Start.parse(call.words());
    Intent intent = start.intent;
    call.out().println("Broadcasting: " + intent);
    String result = "result=0";
    Optional<InstalledApp> named = named(call, intent);
    if (named.isPresent()) {
      named.get().process();
    }
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
   * @param repeats how often to start it
   * @param trace of the start; null for none
   * @param arguments of a program, which has no intent
   */
  private record Start(
      Intent intent,
      boolean waits,
      boolean isAwaited,
      boolean stops,
      int repeats,
      ObserveCommands.@Nullable StartTrace trace,
      List<String> arguments) {

    Start waiting() {
      return new Start(intent, true, isAwaited, stops, repeats, trace, arguments);
    }

    static Start parse(List<String> words) throws IOException {
      Intent intent = new Intent();
      boolean waits = false;
      boolean isAwaited = false;
      boolean stops = false;
      int repeats = 1;
      String trace = "";
      int micros = 0;
      boolean endsWhenIdle = false;
      List<String> arguments = new ArrayList<>();
      for (int i = 0; i < words.size(); i++) {
        String word = words.get(i);
        switch (word) {
          case "-D" -> waits = true;
          case "-W" -> isAwaited = true;
          case "-S" -> stops = true;
          case "-R" -> repeats = Math.max(1, SystemCommands.number(value(words, i++)));
          case "--start-profiler", "-P" -> {
            trace = value(words, i++);
            endsWhenIdle = word.equals("-P");
          }
          case "--sampling" -> micros = SystemCommands.number(value(words, i++));
          case "--user", "--clock-type", "--display", "--windowingMode" -> i++;
          case "--streaming" -> {
            // All traces go into the file as they come.
          }
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
      var traced =
          trace.isEmpty() ? null : new ObserveCommands.StartTrace(trace, micros, endsWhenIdle);
      return new Start(intent, waits, isAwaited, stops, repeats, traced, arguments);
    }

    private static String value(List<String> words, int option) throws IOException {
      if (option + 1 == words.size()) {
        throw new IOException("Argument expected after \"" + words.get(option) + "\"");
      }
      return words.get(option + 1);
    }
  }

  private static int start(Call call) throws IOException {
    Start start = Start.parse(call.words());
    Intent intent = start.intent;
    String target = intent.target();
    Processes processes = call.shell().device().processes();
    if (DebugApp.waits(call, target) && processes.app(target).isEmpty()) {
      start = start.waiting();
    }
    if (target.isEmpty()) {
      if (intent.isForHome()) {
        call.out().println("Starting: " + intent);
        new Screen(call.shell().device()).perform("key:HOME");
        return 0;
      }
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
    if (found.isEmpty()) {
      call.out().println("Starting: " + intent);
      return doesNotExist(call, intent);
    }
    int exit = 0;
    for (int i = 0; i < start.repeats && exit == 0; i++) {
      if (start.stops) {
        processes.stop(target);
      } else if (i > 0) {
        new Screen(call.shell().device()).perform("back");
      }
      call.out().println("Starting: " + intent);
      exit = start(call, found.get(), start);
    }
    return exit;
  }

  private static int start(Call call, InstalledPackage installed, Start start) throws IOException {
    Intent intent = start.intent;
    InstalledApp app = new InstalledApp(call.shell().device(), installed);
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
    boolean isCold = running.isEmpty();
    String answer = AppSession.DONE;
    ObserveCommands.StartTrace trace = start.trace;
    if (trace != null && !ObserveCommands.isOpen(app.installed())) {
      return call.fail("Process not debuggable: " + app.name());
    }
    if (running.isPresent()) {
      if (trace != null) {
        trace.begin(call, running.get());
      }
      processes.toFront(running.get());
      answer = running.get().app().perform("start:" + uri);
      if (trace != null) {
        trace.endLater(running.get());
      }
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
      if (trace != null) {
        trace.begin(call, process);
        trace.endLater(process);
      }
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
      long waited = (System.nanoTime() - begin) / NANOS;
      processes
          .app(app.name())
          .ifPresent(process -> {
            ControlMessage.Displayed displayed = process.app().displayed();
            printTimes(call, start.intent, isCold, displayed, waited);
          });
    }
    return 0;
  }

  /**
   * Prints how long it took: until the first frame, and until the command has ended, which waits
   * until the app is quiet.
   *
   * @param displayed null if an activity that was there came back
   */
  private static void printTimes(
      Call call,
      Intent intent,
      boolean isCold,
      ControlMessage.@Nullable Displayed displayed,
      long waited) {
    call.out().println("Status: ok");
    call.out().println("LaunchState: " + (isCold ? "COLD" : displayed == null ? "HOT" : "WARM"));
    ComponentName component = intent.component();
    if (displayed != null) {
      call.out().println("Activity: " + displayed.activity());
    } else if (component != null) {
      call.out().println("Activity: " + component.shortName());
    }
    call.out().println("TotalTime: " + (displayed == null ? waited : displayed.nanos() / NANOS));
    call.out().println("WaitTime: " + waited);
    call.out().println("Complete");
  }
}
