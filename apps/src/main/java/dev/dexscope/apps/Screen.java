package dev.dexscope.apps;

import dev.dexscope.apps.AppRun.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The screen of an app in a recording, after its relaunch and after each step.
 *
 * <pre>{@code
 * for (Screen screen : Screen.of(Path.of("birdbook-profile"))) {
 *   show(screen.from() + screen.duration(), screen.picture());
 * }
 * }</pre>
 *
 * @param name of the step
 * @param from start of the step, in nanoseconds of the recording
 * @param duration time until the app was idle
 * @param picture a file in PNG
 */
public record Screen(String name, long from, long duration, Path picture) {
  /**
   * Returns the screens in a run's folder; empty if it is not such a folder.
   *
   * @throws IOException if it cannot be read
   */
  public static List<Screen> of(Path folder) throws IOException {
    if (!Files.isRegularFile(AppRequest.events(folder))) {
      return List.of();
    }
    List<Screen> screens = new ArrayList<>();
    List<Event> moments = AppRun.read(AppRequest.events(folder), 0).moments();
    for (int i = 0; i < moments.size(); i++) {
      Event each = moments.get(i);
      Path picture = AppRequest.picture(folder, i);
      if (Files.isRegularFile(picture)) {
        screens.add(new Screen(each.name(), Math.max(0, each.start()), each.duration(), picture));
      }
    }
    return List.copyOf(screens);
  }
}
