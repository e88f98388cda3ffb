package dev.dexscope.cli.programs;

import dev.dexscope.agents.AppAgents;
import dev.dexscope.apps.AppProcess;
import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs an app in its own process, and prints a summary of the result. */
final class AppRunner {
  private static final int MOST = 10;

  private final Terminal terminal;
  private final AppOptions options;

  AppRunner(Terminal terminal, AppOptions options) {
    this.terminal = terminal;
    this.options = options;
  }

  /**
   * {@code dexscope run app.apk}; returns the exit code.
   *
   * @param agents in the form of {@link AppRequest}
   */
  int run(Path app, String trace, List<String> sizes, List<String> agents) throws IOException {
    if (options.data == null) {
      try (var folder = TemporaryFolder.make()) {
        return runIn(folder.path(), app, trace, sizes, agents);
      }
    }
    Path kept = Files.createDirectories(options.data.toAbsolutePath());
    try {
      return runIn(kept, app, trace, sizes, agents);
    } finally {
      AppRequest.clean(kept);
    }
  }

  private int runIn(Path folder, Path app, String trace, List<String> sizes, List<String> agents)
      throws IOException {
    AppRequest request = options.request(terminal, app, folder, 0, trace).withAgents(agents);
    List<String> java = new ArrayList<>(sizes);
    if (!agents.isEmpty()) {
      java.addAll(AppAgents.javaOptions());
    }
    AppRun run = AppProcess.run(options.framework(terminal), request, java);
    tell(run, options.time);
    options.report(request, run);
    return AppEnd.conclude(terminal, run, request);
  }

  /**
   * Prints a summary of a run on the error stream.
   *
   * @param time that passed in it
   */
  void tell(AppRun run, AppOptions.Time time) {
    var err = terminal.err();
    long start = 0;
    for (Event each : run.of(Kind.PHASE)) {
      if (each.name().endsWith(" first layout") && start == 0) {
        start = each.start() + each.duration();
        err.printf(
            Locale.ROOT,
            "dexscope: %s is up after %.1f s (%s time)%n",
            each.name().replace(" first layout", ""),
            start / 1e9,
            time.name().toLowerCase(Locale.ROOT));
      }
    }
    names("the app has not come to rest", run.of(Kind.UNSETTLED));
    names("the app requested parts that are missing", run.of(Kind.ABSENT));
    names("native libraries", run.of(Kind.LIBRARY));
    names("native methods without a library", run.of(Kind.NATIVE));
  }

  private void names(String what, List<Event> events) {
    List<String> names = events.stream().map(Event::name).distinct().toList();
    if (!names.isEmpty()) {
      terminal
          .err()
          .println(
              "dexscope: "
                  + what
                  + ": "
                  + String.join("; ", names.subList(0, Math.min(MOST, names.size())))
                  + (names.size() > MOST ? "; and " + (names.size() - MOST) + " more" : ""));
    }
  }
}
