package dev.dexscope.apps;

import dev.dexscope.apps.AppRun.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What an app showed while it was recorded, after its relaunch and after each step.
 *
 * <pre>{@code
 * for (Screen screen : Screen.of(Path.of("birdbook-profile"))) {
 *   show(screen.from() + screen.duration(), screen.picture());
 * }
 * }</pre>
 *
 * @param name of the step
 * @param from when the step began, in nanoseconds of the recording
 * @param duration how long it took until the app was quiet
 * @param picture a file in PNG
 */
public record Screen(String name, long from, long duration, Path picture) {
  /**
   * Those of a run that has left its folder; none where it is no such folder.
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
