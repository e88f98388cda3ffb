package dev.dexscope.cli.programs;

import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppRun.Kind;
import dev.dexscope.cli.terminal.Terminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** How runs of apps end that do not come to the end of their steps. */
final class AppEnd {
  private AppEnd() {}

  /** Prints how a run ended that has not come to its end; returns the exit code. */
  static int conclude(Terminal terminal, AppRun run, AppRequest request) {
    boolean isWhole =
        Stream.of(Kind.ENDED, Kind.CRASH, Kind.ANR, Kind.TIMEOUT)
            .allMatch(each -> run.of(each).isEmpty());
    if (isWhole) {
      return run.exitCode();
    }
    var err = terminal.err();
    boolean isAppsWish = run.of(Kind.CRASH).isEmpty() && !run.of(Kind.ENDED).isEmpty();
    if (isAppsWish) {
      String how = run.of(Kind.ENDED).getFirst().name();
      String code = how.equals(AppRun.EXITED) ? "(" + run.exitCode() + ")" : "";
      err.println("dexscope: the app has ended its process by " + how + code);
    }
    List<String> left = run.notDone(request.script());
    if (!left.isEmpty()) {
      err.println("dexscope: not done: " + String.join("; ", left));
    }
    if (!request.trace().isEmpty() && Files.isRegularFile(Path.of(request.trace()))) {
      err.println("dexscope: the trace up to there: " + request.trace());
    }
    if (!isAppsWish) {
      return run.exitCode();
    }
    return left.isEmpty() ? Math.min(run.exitCode(), 1) : 2;
  }
}
