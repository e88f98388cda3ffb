package dev.dexscope.device.shell;

import dev.dexscope.apk.manifest.Instrumentation;
import dev.dexscope.apps.AppException;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.device.control.ControlMessage.TestStatus;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.process.Processes;
import dev.dexscope.device.process.VmProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code am instrument}: runs the tests of a package in the process of that which they test. */
final class InstrumentCommand {
  private static final String STREAM = "stream";

  private final Call call;
  private boolean isAwaited;
  private boolean isRaw;
  private boolean isBinary;
  private boolean waits;
  private final List<String> arguments = new ArrayList<>();
  private String runner = "";

  private InstrumentCommand(Call call) {
    this.call = call;
  }

  static int run(Call call) throws IOException {
    InstrumentCommand command = new InstrumentCommand(call);
    command.parse();
    return command.run();
  }

  private void parse() throws IOException {
    List<String> words = call.words();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      switch (word) {
        case "-w" -> isAwaited = true;
        case "-r" -> isRaw = true;
        case "-m" -> isBinary = true;
        case "-D" -> waits = true;
        case "-e" -> {
          if (i + 2 >= words.size()) {
            throw new IOException("-e requires a key, a value and the tests after them");
          }
          arguments.add(words.get(i + 1) + "=" + words.get(i + 2));
          i += 2;
        }
        case "--user", "--abi" -> i++;
        case "--no-window-animation",
            "--no-isolated-storage",
            "--no-hidden-api-checks",
            "--no-test-api-access",
            "--no-restart" -> {
          // There is nothing of that here.
        }
        default -> {
          if (word.startsWith("-")) {
            throw new IOException("unknown option " + word);
          }
          runner = word;
        }
      }
    }
  }

  private int run() throws IOException {
    if (runner.isEmpty()) {
      return call.fail("name the tests: am instrument -w PACKAGE/RUNNER");
    }
    ComponentName component = ComponentName.parse(runner);
    DeviceParts device = call.shell().device();
    Optional<InstalledPackage> tests = device.packages().find(component.packageName());
    Optional<Instrumentation> named =
        tests.stream()
            .flatMap(each -> each.manifest().instrumentations().stream())
            .filter(each -> each.className().equals(component.className()))
            .findFirst();
    if (tests.isEmpty() || named.isEmpty()) {
      return failed("Unable to find instrumentation info for: ComponentInfo{" + component + "}");
    }
    String target = named.get().targetPackage();
    Optional<InstalledPackage> tested = device.packages().find(target);
    if (tested.isEmpty()) {
      return failed("Unable to find instrumentation target package: " + target);
    }
    Processes processes = device.processes();
    processes.stop(target);
    InstalledApp app = new InstalledApp(device, tested.get());
    if (waits && !tested.get().manifest().isDebuggable()) {
      return call.fail("package not debuggable: " + target);
    }
    VmProcess process;
    try {
      AppRequest run = app.run(tests.get(), arguments);
      StartRequest request = app.request(run);
      process = processes.start(waits ? request.waiting() : request, run);
    } catch (AppException e) {
      return call.fail(e.getMessage() + "");
    }
    process.logOutput();
    if (!isAwaited) {
      return 0;
    }
    try {
      return await(process);
    } finally {
      // As the system does: a process with remains of tests is not an app.
      processes.stop(target);
    }
  }

  private int failed(String reason) {
    call.out().println("INSTRUMENTATION_FAILED: " + runner);
    return call.fail(reason);
  }

  /** As {@code am} prints it, raw for tools or for people. */
  private int await(VmProcess process) throws IOException {
    while (true) {
      TestStatus status = process.app().nextStatus();
      if (isBinary) {
        call.out()
            .writeBytes(
                status == null
                    ? InstrumentationMessages.ofCrash()
                    : InstrumentationMessages.of(status));
        call.out().flush();
        if (status == null || status.isEnd()) {
          return 0;
        }
        continue;
      }
      if (status == null) {
        tell("INSTRUMENTATION_RESULT: shortMsg=Process crashed.");
        tell("INSTRUMENTATION_CODE: 0");
        return 0;
      }
      String kind = status.isEnd() ? "INSTRUMENTATION_RESULT: " : "INSTRUMENTATION_STATUS: ";
      if (isRaw) {
        status.values().forEach((key, value) -> tell(kind + key + "=" + value));
      } else if (status.values().containsKey(STREAM)) {
        call.out().print(status.values().get(STREAM));
      }
      if (status.isEnd()) {
        tell((isRaw ? "" : "\n") + "INSTRUMENTATION_CODE: " + status.code());
        return 0;
      }
      if (isRaw) {
        tell("INSTRUMENTATION_STATUS_CODE: " + status.code());
      }
      call.out().flush();
    }
  }

  private void tell(String line) {
    call.out().println(line);
  }
}
