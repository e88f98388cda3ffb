package dev.dexscope.cli.traces;

import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.profile.AppProfile;
import dev.dexscope.store.Display;
import dev.dexscope.store.StoreFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The figures that {@code profile} has recorded beside the trace of an app. */
final class DisplayOfRun {
  private static final long SECOND = 1_000_000_000;

  private DisplayOfRun() {}

  /**
   * Reads it.
   *
   * @return {@link Display#NONE} if the trace is not that of an app's profile
   * @throws StoreFormatException if it is damaged
   * @throws IOException if it cannot be read
   */
  static Display of(Path trace) throws IOException {
    Optional<Path> folder = AppProfile.folderOf(trace);
    if (folder.isEmpty()) {
      return Display.NONE;
    }
    Path events = AppRequest.events(folder.get());
    try {
      AppRun run = AppRun.read(events, 0);
      List<Display.Frame> frames =
          run.frames().stream()
              .map(each ->
                  new Display.Frame(
                      each.activity(),
                      each.start(),
                      each.elapsed(),
                      each.input(),
                      each.animation(),
                      each.layout(),
                      each.draw()))
              .toList();
      long budget = SECOND / AppRequest.read(folder.get()).pace().framesPerSecond();
      return new Display(
          run.timeToInitialDisplay().orElse(-1),
          run.timeToFullDisplay().orElse(-1),
          budget,
          frames);
    } catch (RuntimeException e) {
      throw new StoreFormatException(events.toString(), 0, "is damaged: " + e.getMessage());
    }
  }
}
