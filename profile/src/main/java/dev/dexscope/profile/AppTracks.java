package dev.dexscope.profile;

import dev.dexscope.apps.AppRequest;
import dev.dexscope.apps.AppRun;
import dev.dexscope.apps.AppRun.Event;
import dev.dexscope.apps.Frame;
import dev.dexscope.trace.Track;
import dev.dexscope.trace.Track.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tracks of an app's doings over time besides its calls: its steps, and its frames with their
 * phases.
 */
public final class AppTracks {
  private AppTracks() {}

  /**
   * Returns the tracks that belong to a trace: none if it is not that of an app's profile.
   *
   * @throws IOException if they cannot be read
   */
  public static List<Track> beside(Path trace) throws IOException {
    Optional<Path> folder = AppProfile.folderOf(trace);
    if (folder.isEmpty()) {
      return List.of();
    }
    // Those of the same pass over the steps.
    Path traced = AppRequest.tracedEvents(folder.get());
    Path events = Files.exists(traced) ? traced : AppRequest.events(folder.get());
    return of(AppRun.read(events, 0));
  }

  /** Returns the tracks of a run's recording. */
  static List<Track> of(AppRun run) {
    List<Slice> steps = new ArrayList<>();
    for (Event each : run.moments()) {
      steps.add(new Slice(each.name(), Math.max(0, each.start()), each.duration()));
    }
    List<Slice> frames = new ArrayList<>();
    for (Frame each : run.frames()) {
      add(each, frames);
    }
    return List.of(new Track("steps", steps), new Track("frames", frames));
  }

  /** A frame, and in it the CPU time of its phases, one after the other from its beginning. */
  private static void add(Frame frame, List<Slice> slices) {
    long start = Math.max(0, frame.start());
    long end = start + frame.elapsed();
    slices.add(new Slice("frame", start, frame.elapsed()));
    String[] names = {"input", "animation", "layout", "draw"};
    long[] durations = {frame.input(), frame.animation(), frame.layout(), frame.draw()};
    for (int i = 0; i < names.length; i++) {
      // The clocks of real time and CPU time differ by some microseconds.
      long duration = Math.clamp(durations[i], 0, end - start);
      slices.add(new Slice(names[i], start, duration));
      start += duration;
    }
  }
}
