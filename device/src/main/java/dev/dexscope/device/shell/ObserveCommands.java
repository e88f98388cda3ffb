package dev.dexscope.device.shell;

import dev.dexscope.device.control.ControlMessage.Observation;
import dev.dexscope.device.control.ControlMessage.Observe;
import dev.dexscope.device.control.StartRequest;
import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.process.VmProcess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** {@code am profile} and {@code am dumpheap}: traces and heaps of programs that run. */
final class ObserveCommands {
  private static final String PROFILE =
      "am profile start [--sampling MICROS] PROCESS FILE, am profile stop PROCESS";

  private static final String HEAP_FILE = "/data/local/tmp/heapdump.prof";

  private ObserveCommands() {}

  /** {@code profile start [--user N] [--sampling MICROS] PROCESS FILE}, {@code profile stop}. */
  static int profile(Call call) throws IOException {
    OptionReader reader = new OptionReader(call.words(), "", "user sampling clock-type");
    int micros = 0;
    while (reader.advance()) {
      switch (reader.name()) {
        case "sampling" -> micros = SystemCommands.number(reader.value());
        case "user", "streaming", "clock-type", "profiler-output-version" -> {
          // All traces have both clocks, and go into the file as they come.
        }
        default -> {
          return call.fail(PROFILE);
        }
      }
    }
    List<String> words = reader.others();
    String verb = words.isEmpty() ? "" : words.getFirst();
    if (verb.equals("start") && words.size() == 3) {
      String file = file(call, words.get(2));
      return observe(call, words.get(1), new Observe(Observation.START_TRACE, file, micros));
    }
    if (verb.equals("stop") && words.size() <= 2) {
      String process = words.size() == 2 ? words.get(1) : "";
      return observe(call, process, new Observe(Observation.STOP_TRACE, "", 0));
    }
    return call.fail(PROFILE);
  }

  /**
   * A trace from the start of an activity.
   *
   * @param file as the shell names it
   * @param micros between samples; 0 for a trace of all calls
   * @param endsWhenIdle whether it ends when the activity is shown, else by {@code profile stop}
   */
  record StartTrace(String file, int micros, boolean endsWhenIdle) {
    /** Begins it, before the activity starts. */
    void begin(Call call, VmProcess process) throws IOException {
      String host = ObserveCommands.file(call, file);
      process.observe(new Observe(Observation.START_TRACE, host, micros));
    }

    /** Ends it when it is to end by itself; does not wait. */
    void endLater(VmProcess process) {
      if (endsWhenIdle) {
        Thread.ofVirtual()
            .start(() -> {
              try {
                process.app().awaitStart();
                process.observe(new Observe(Observation.STOP_TRACE, "", 0));
              } catch (IOException e) {
                // It has ended, and the trace with it.
              }
            });
      }
    }
  }

  /** {@code dumpheap [--user N] [-n] [-g] PROCESS [FILE]}. */
  static int dumpHeap(Call call) throws IOException {
    OptionReader reader = new OptionReader(call.words(), "b", "user");
    while (reader.advance()) {
      if (reader.name().equals("n")) {
        return call.fail("native heaps have no dumps here");
      }
    }
    List<String> words = reader.others();
    if (words.isEmpty() || words.size() > 2) {
      return call.fail("am dumpheap PROCESS [FILE]");
    }
    String name = words.size() == 2 ? words.get(1) : HEAP_FILE;
    String file = file(call, name);
    call.out().println("File: " + name);
    call.out().println("Waiting for dump to finish...");
    return observe(call, words.getFirst(), new Observe(Observation.DUMP_HEAP, file, 0));
  }

  private static String file(Call call, String name) throws IOException {
    return call.shell().hostToWrite(name).toString();
  }

  private static int observe(Call call, String name, Observe asked) throws IOException {
    for (VmProcess each : call.shell().device().processes().all()) {
      StartRequest request = each.request();
      if (request != null && each.isNamed(name)) {
        Optional<InstalledPackage> installed =
            call.shell().device().packages().find(request.packageName());
        if (!request.isDebuggable() && installed.filter(ObserveCommands::isOpen).isEmpty()) {
          throw new IOException("Process not debuggable: " + each.name());
        }
        each.observe(asked);
        return 0;
      }
    }
    throw new IOException("Unknown process: " + name);
  }

  /** Returns whether a package's manifest permits others to observe its processes. */
  static boolean isOpen(InstalledPackage installed) {
    return installed.manifest().isDebuggable() || installed.manifest().isProfileableByShell();
  }
}
